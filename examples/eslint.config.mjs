import { globalIgnores } from 'eslint/config';

/** n8n's linter only covers published code. The rules for this folder are in eslint.dev.config.mjs. */
export default [globalIgnores(['**'])];
