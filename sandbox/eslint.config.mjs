export { own as default } from '../eslint.dev.config.mjs';
