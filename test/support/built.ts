import { build } from '../../gulpfile';
import useTemporaryFolder from './temporary';

/** Before the tests of what is built: it has to be what the sources say now. */
export default async function setup(): Promise<void> {
	useTemporaryFolder();
	await build();
}
