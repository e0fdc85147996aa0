import { mount } from 'svelte';
import { startEarly } from './engine/connection';
import { RECORDED } from './recorded/address';
import { opensWorkbench, routeOf } from './start/route';
import App from './start/App.svelte';
import { noticeMissingParts } from './ui/missing-part';
import './styles/tokens.css';
import './styles/base.css';

noticeMissingParts();

// The engine takes longest, so it is on its way before the page is. What was recorded needs none.
const route = routeOf(location.search, location.hash);
if (opensWorkbench(route) && !(route.kind === 'lesson' && RECORDED)) startEarly();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has the place for the page');
mount(App, { target });
