// What an empty stage does not need: loaded while the first statement runs.
export { default as Pages } from './Pages.svelte';
export { default as Play } from './Play.svelte';
