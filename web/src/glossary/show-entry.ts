// Opens an entry of the glossary in a dialog over the page.
import { mount, unmount } from 'svelte';
import EntryDialog from './EntryDialog.svelte';

/** Opens a dialog with the entry at this index of `TERMS`, counted from 0. The dialog removes itself when it closes. */
export function showEntry(term: number) {
  const dialog = mount(EntryDialog, {
    target: document.body,
    props: { term, close: () => void unmount(dialog) },
  });
}
