// Views that an empty stage does not need. They are loaded while the first statement runs.
export { default as Pages } from './Pages.svelte';
export { default as Play } from './Play.svelte';
