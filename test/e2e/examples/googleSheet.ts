import { generateKeyPairSync, verify } from 'node:crypto';

import { Counterpart } from '../counterparts';

type Cell = string | number | boolean;

const EMAIL = 'reports@project.iam.gserviceaccount.com';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SPREADSHEET = '/v4/spreadsheets/the-ID-of-your-spreadsheet-stands-here';
const TITLE = 'Tim & Ünal';
const keys = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Google's API with one spreadsheet, for one service account. Its rows are lines, with ` | ` between cells. */
export class GoogleSheet {
	/** n8n's credential for the account. */
	readonly credential = { email: EMAIL, privateKey: keys.privateKey };
	private cells: Cell[][] = [];
	private token = '';

	readonly api = new Counterpart<Record<string, unknown>>(({ call, authorization, body }) => {
		if (call === 'POST /token') return this.signIn(body);
		if (authorization !== `Bearer ${this.token}`) return failure(401, 'UNAUTHENTICATED');
		if (call === `GET ${SPREADSHEET}?fields=sheets.properties`) {
			return { body: { sheets: [{ properties: { sheetId: 0, title: TITLE, index: 0 } }] } };
		}
		const range = encodeURIComponent(`'${TITLE}'`).replaceAll("'", "(?:'|%27)");
		const options = 'valueRenderOption=(UN)?FORMATTED_VALUE&dateTimeRenderOption=\\w+';
		if (new RegExp(`^GET ${SPREADSHEET}/values/${range}\\?${options}$`).test(call)) {
			const values = call.includes('=FORMATTED')
				? this.cells.map((row) => row.map(String))
				: this.cells;
			return { body: { range: `'${TITLE}'!A1:Z1000`, majorDimension: 'ROWS', values } };
		}
		return call === `POST ${SPREADSHEET}/values:batchUpdate`
			? this.write(body)
			: failure(404, 'NOT_FOUND');
	});

	/** Number of calls to Google, other than for tokens. */
	get calls(): number {
		return this.api.requests.filter(({ call }) => call !== 'POST /token').length;
	}

	/** Without empty cells at their ends. */
	get lines(): string[] {
		return this.cells.map((row) => row.join(' | ').replace(/[ |]+$/, ''));
	}

	/** As people enter it: numbers and boxes that are not ticked are values, not text. */
	set lines(lines: string[]) {
		const cellOf = (text: string) => {
			if (text === 'FALSE') return false;
			return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
		};
		this.cells = lines.map((line) => line.split(' |').map((text) => cellOf(text.trim())));
	}

	/** Exchanges an assertion that the account has signed for a token. */
	private signIn({ grant_type, assertion }: Record<string, unknown>) {
		const [head = '', claims = '', signature = ''] = String(assertion).split('.');
		const { iss, aud, scope, exp } = JSON.parse(
			Buffer.from(claims, 'base64url').toString(),
		) as Record<string, string>;
		const isRight =
			grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
			verify(
				'RSA-SHA256',
				Buffer.from(`${head}.${claims}`),
				keys.publicKey,
				Buffer.from(signature, 'base64url'),
			) &&
			[iss, aud].join() === [EMAIL, TOKEN_URL].join() &&
			scope?.split(' ').includes('https://www.googleapis.com/auth/spreadsheets') === true &&
			Number(exp) * 1000 > Date.now();
		if (!isRight) return { status: 400, body: { error: 'invalid_grant' } };
		this.token = `token-${String(this.api.requests.length)}`;
		return { body: { access_token: this.token, expires_in: 3599, token_type: 'Bearer' } };
	}

	/** Writes single cells, all or none. */
	private write({ valueInputOption, data, ...more }: Record<string, unknown>) {
		const changes = (data as Array<{ range: string; values: Cell[][] }>).map(
			({ range, values }) => {
				const [title, column = '', row = ''] = /^(.+)!([A-Z])(\d+)$/.exec(range)?.slice(1) ?? [];
				const [[value] = []] = values;
				const isRight =
					title === TITLE && values.flat().length === 1 && /^(string|number)$/.test(typeof value);
				return { at: column.charCodeAt(0) - 65, row: this.cells[Number(row) - 1], value, isRight };
			},
		);
		const isRight =
			changes.every((change) => change.isRight && change.row) && Object.keys(more).length === 0;
		if (!isRight || !/^(RAW|USER_ENTERED)$/.test(String(valueInputOption)))
			return failure(400, 'INVALID_ARGUMENT');
		for (const { at, row = [], value = '' } of changes) {
			while (row.length < at) row.push('');
			const isFormula = valueInputOption === 'USER_ENTERED' && /^[=+]/.test(String(value));
			row[at] = isFormula ? '#ERROR!' : value;
		}
		return { body: { totalUpdatedCells: changes.length } };
	}
}

function failure(code: number, status: string) {
	return { status: code, body: { error: { code, message: status, status } } };
}
