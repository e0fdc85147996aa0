// Within an embed a page has no bar of its own: its links would lead the frame away from what it is to show.
import { getContext, setContext } from 'svelte';

const KEY = Symbol('bare');

/** All below is shown without the page's own bar. */
export const provideBare = () => setContext(KEY, true);
/** Whether the component above wants no bar. */
export const isBare = () => getContext<boolean | undefined>(KEY) ?? false;
