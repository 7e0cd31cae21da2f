import { redirectOf } from '../../../../nodes/WebPageReport/response/redirect';

const BASE = 'https://reports.example.com/api/v1';

/** A Location, where it leads, and the address and base that are shown. */
it.each([
	['https://new.example/api/v1/reports', 'moved', 'https://new.example/api/v1'],
	[
		'HTTPS://user:word@NEW.example/api/v1/reports//?page=2#top',
		'moved',
		'https://new.example/api/v1',
	],
	['//new.example/api/v1/reports', 'moved', 'https://new.example/api/v1'],
	['https://reports.example.com:8443/api/v1/reports', 'moved', BASE.replace('.com', '.com:8443')],
	// Only the whole path says that the service has moved
	['https://new.example/v1/reports', 'away', 'https://new.example/v1'],
	['/login/reports', 'away', 'https://reports.example.com/login'],
	['/login?next=/api/v1/reports', 'away', 'https://reports.example.com/login'],
	['other', 'away', 'https://reports.example.com/api/v1/other'],
	['https://sso.example/saml?a=b', 'away', 'https://sso.example/saml'],
	// The key would be sent unencrypted
	['http://new.example/api/v1/reports', 'away', 'http://new.example/api/v1'],
	['/api/v1/reports', 'back', BASE],
	[`${BASE}/reports/`, 'back', BASE],
	['http://reports.example.com/api/v1/reports/', 'back', 'http://reports.example.com/api/v1'],
	['?page=2', 'back', BASE],
])('%s leads %s, below %s', (location, leads, base) => {
	const redirect = redirectOf(location, BASE, '/reports');
	expect(redirect).toMatchObject({ leads, base });
	expect(redirect?.address).toMatch(/^https?:[^@?#]+[^/]$/);
});

it.each(['https://a.example', 'http://a.example:8080', 'http://b.example'])(
	'from http to %s is a move, and the path of a record is no part of a base',
	(origin) => {
		const path = '/reports/a%20b';
		const to = redirectOf(`${origin}/v1${path}`, 'http://a.example/v1', path);
		expect(to).toMatchObject({ leads: 'moved', base: `${origin}/v1` });
	},
);

it.each(['', 'https://', 'shttp://new.example/reports', 'mailto:a@b.example'])(
	'%j is no web address',
	(location) => {
		expect(redirectOf(location, BASE, '/reports')).toBeUndefined();
	},
);
