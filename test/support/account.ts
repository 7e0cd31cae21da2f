/** An account of a service that tests make up. */
export const ACCOUNT = {
	id: '1',
	baseUrl: 'https://reports.example.com/api/v1',
	apiKey: 'key',
	requestsAtOnce: 10,
	credentials: {},
};
