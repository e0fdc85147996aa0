// Puts an entry over the page, and takes it away when it is closed.
import { mount, unmount } from 'svelte';
import EntryDialog from './EntryDialog.svelte';

export function showEntry(term: number) {
  const dialog = mount(EntryDialog, {
    target: document.body,
    props: { term, close: () => void unmount(dialog) },
  });
}
