import { mount } from 'svelte';
import { startEarly } from './engine/start';
import { opensWorkbench, routeOf } from './start/route';
import Shell from './start/Shell.svelte';
import './styles/tokens.css';
import './styles/base.css';

// The engine takes longest, so it is on its way before the page is.
if (opensWorkbench(routeOf(location.search, location.hash))) startEarly();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has the place for the page');
mount(Shell, { target });
