/** Before the tests of what is built: it has to be what the sources say now. */
export { build as default } from '../../gulpfile';
