import { globalIgnores } from 'eslint/config';

/** n8n's linter is for what is published; the rules for what is here stand in eslint.dev.config.mjs. */
export default [globalIgnores(['**'])];
