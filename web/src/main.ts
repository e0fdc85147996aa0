import { mount } from 'svelte';
import Shell from './start/Shell.svelte';
import './styles/tokens.css';
import './styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has the place for the page');
mount(Shell, { target });
