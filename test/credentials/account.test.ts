import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountOf, WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';
import { failureOf } from '../support/failureOf';

const usable = { baseUrl: 'https://reports.example.com/api/v1', apiKey: '7|s3cret' };

const idOf = (changes: ICredentialDataDecryptedObject) => accountOf({ ...usable, ...changes }).id;

describe('an account', () => {
	it.each([
		['spaces around the key', { apiKey: ' 7|s3cret\n' }],
		['spaces around the address', { baseUrl: ' https://reports.example.com/api/v1 ' }],
		['a slash at the end', { baseUrl: 'https://reports.example.com/api/v1//' }],
		['another spelling of the host', { baseUrl: 'HTTPS://Reports.example.com:443/api/v1' }],
		['another field', { requestsAtOnce: 3, allowUnauthorizedCerts: true }],
	])('is the same with %s', (_, changes) => {
		expect(idOf(changes)).toBe(idOf({}));
	});

	it.each([
		['key', { apiKey: '8|s3cret' }],
		['upper case of the key', { apiKey: '7|S3cret' }],
		['host', { baseUrl: 'https://other.example.com/api/v1' }],
		['path', { baseUrl: 'https://reports.example.com/api/v2' }],
		['protocol', { baseUrl: 'http://reports.example.com/api/v1' }],
	])('is another one with another %s', (_, changes) => {
		expect(idOf(changes)).not.toBe(idOf({}));
	});

	it('does not give the key away', () => {
		const id = idOf({});
		for (const text of [id, Buffer.from(id, 'base64').toString('latin1')]) {
			expect(text).not.toMatch(/s3cret|reports/i);
		}
		expect(id).toHaveLength(44);
	});

	it('is address and key as they are sent', () => {
		const spaced = { baseUrl: ' https://reports.example.com/api/v1/?a#b ', apiKey: ' 7|s3cret\n' };
		expect(accountOf(spaced)).toMatchObject(usable);
	});

	it.each([
		[{ baseUrl: '' }, 'Base URL is empty'],
		[{ baseUrl: 'reports' }, 'Base URL is not a web address'],
		[{ apiKey: '' }, 'API Key is empty'],
	])('is none with %j', async (changes, title) => {
		expect((await failureOf(() => accountOf({ ...usable, ...changes }))).message).toBe(title);
	});
});

describe('Requests at Once', () => {
	it.each([
		[undefined, 10],
		[null, 10],
		['', 10],
		[' ', 10],
		[1, 1],
		[10, 10],
		[100, 100],
		['7', 7],
		[' 25 ', 25],
	])('%j is %d', (requestsAtOnce, count) => {
		const credentials = { ...usable, requestsAtOnce } as ICredentialDataDecryptedObject;
		expect(accountOf(credentials).requestsAtOnce).toBe(count);
	});

	it('is what the field says where nobody has touched it', () => {
		const field = new WebPageReportApi().properties.find(({ name }) => name === 'requestsAtOnce');
		expect(accountOf(usable).requestsAtOnce).toBe(field?.default);
		expect(field?.typeOptions).toEqual({ minValue: 1, maxValue: 100 });
	});

	it.each([
		[0, '"0"'],
		[-1, '"-1"'],
		[101, '"101"'],
		[1.5, '"1.5"'],
		['many', '"many"'],
		['1e9', '"1e9"'],
		[NaN, '"NaN"'],
		[Infinity, '"Infinity"'],
		[true, '"true"'],
	])('cannot be %p', async (requestsAtOnce, shown) => {
		const {
			message: title,
			advice,
			fate,
		} = await failureOf(() => accountOf({ ...usable, requestsAtOnce }));
		expect(title).toBe(`Requests at Once must be a whole number from 1 to 100, not ${shown}`);
		expect(advice).toBe('Correct it in the credential.');
		expect(fate).toBe('not sent');
	});
});
