// What is drawn before anything is stored, loaded only then.
export { outlineOf } from '../timeline/outline';
export { default as Outline } from './Outline.svelte';
