// The title of the browser's tab.
const NAME = 'Toastscope';

/** Sets the title of the browser's tab while the component lives; '' leaves it unchanged. */
export function entitled(words: () => string) {
  $effect(() => {
    const own = words() && `${words()} · ${NAME}`;
    if (own) document.title = own;
    return () => {
      if (document.title === own) document.title = NAME;
    };
  });
}
