// PostgreSQL's limits as the engine has them, known before any engine is loaded: they are written down
// when the module is built.
export { constants as limits } from './generated/constants';
