const { common, packedProject } = require('../support/project');

/** `npm run test:queue`: the packed node in n8n's queue mode. Takes several minutes. */
module.exports = { ...packedProject('queue', 1), globalSetup: common.globalSetup };
