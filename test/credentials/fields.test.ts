import { WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';

describe('the fields', () => {
	const fields = new WebPageReportApi().properties;

	it.each([
		['baseUrl', 'Base URL', 'string', true, undefined],
		['apiKey', 'API Key', 'string', true, true],
		['allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)', 'boolean', undefined, undefined],
		['requestsAtOnce', 'Requests at Once', 'number', undefined, undefined],
	])('%s is %s: %s, required %j, masked %j', (name, displayName, type, required, masked) => {
		const field = fields.find((property) => property.name === name);
		expect(field).toMatchObject({ displayName, type });
		expect([field?.required, field?.typeOptions?.password]).toEqual([required, masked]);
	});

	it('are empty, checked and careful by default', () => {
		expect(fields.map((field) => field.default)).toEqual(['', '', false, 10]);
	});
});
