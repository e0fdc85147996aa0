// The script of embedding.html: puts embeds that work into the documentation, and the configurator in its place.
import { mount } from 'svelte';
import { define, ToastScope } from '../element/element';
import '../styles/tokens.css';
import '../styles/base.css';
import TopBar from '../ui/TopBar.svelte';
import { noticeMissingParts } from '../ui/missing-part';
import Configurator from './Configurator.svelte';
import './guide.css';

noticeMissingParts();
// The script lies among the others of the build, not beside the frame's page.
ToastScope.base = './';
define();
const top = document.getElementById('top');
if (!top) throw new Error('embedding.html has the place for the bar');
mount(TopBar, {
  target: top,
  props: {
    title: 'Embedding',
    about: 'In slides, in documentation, in any page',
    home: 'index.html',
  },
});
const target = document.getElementById('configurator');
if (target) mount(Configurator, { target });
