import { Failure } from '../../nodes/WebPageReport/errors/failure';

/** The failure that the work ends with; any other outcome fails the test. */
export async function failureOf(work: () => unknown): Promise<Failure> {
	try {
		await work();
	} catch (error) {
		if (error instanceof Failure) return error;
		throw error;
	}
	throw new Error('There was no failure');
}
