// The texts of the lessons that come with the page, each loaded when it is opened.
const texts = import.meta.glob<string>('./*/lesson.md', { query: '?raw', import: 'default' });

/** The text of a lesson that comes with the page. */
export async function shippedText(id: string): Promise<string | null> {
  return (await texts[`./${id}/lesson.md`]?.()) ?? null;
}
