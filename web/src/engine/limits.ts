// PostgreSQL's limits as the engine has them, known before any engine is loaded: `scripts/lib/setup.mjs` asks
// for them and writes them down when the module is built.
export { constants as limits } from './generated/constants';
