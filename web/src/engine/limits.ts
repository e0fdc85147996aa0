// PostgreSQL's limits and the words of tapes as the engine has them, known before any engine is loaded: they are written
// down when the module is built. `scripts/lib/setup.mjs` asks for the limits; `engine/wasm/bindgen` reads the words.
export { constants as limits } from './generated/constants';
export * from './generated/words';
