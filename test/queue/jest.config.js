const e2e = require('../e2e/jest.config');

/** `npm run test:queue`: the packed node in n8n's queue mode, which takes some minutes. */
module.exports = { ...e2e, testMatch: ['<rootDir>/test/queue/**/*.test.ts'] };
