// Builds the WebAssembly modules alone. npm test runs it beside its first checks.
import { buildModules } from './lib/setup.mjs';

buildModules();
