// The script of workshop.html.
import { mount } from 'svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import './print.css';
import { noticeMissingParts } from '../ui/missing-part';
import Workshop from './Workshop.svelte';

noticeMissingParts();

const target = document.getElementById('app');
if (!target) throw new Error('workshop.html has the place for the page');
mount(Workshop, { target });
