// The modules alone, for npm test to build beside its first checks.
import { buildModules } from './lib/setup.mjs';

buildModules();
