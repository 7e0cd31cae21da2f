const { packedProject } = require('../support/project');

/** `npm run test:e2e`: the packed node in real n8ns, over real HTTP. */
module.exports = packedProject('e2e', 2);
