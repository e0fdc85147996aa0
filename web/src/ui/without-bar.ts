// Whether a page has no bar of its own: within an embed its links would lead the frame away from what it is to show.
import { getContext, setContext } from 'svelte';

const KEY = Symbol('bare');

/** Hides the page's own bar in all components below. */
export const provideBare = () => setContext(KEY, true);
/** Whether an ancestor hides the page's own bar. */
export const isBare = () => getContext<boolean | undefined>(KEY) ?? false;
