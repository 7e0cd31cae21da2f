import { generateKeyPairSync, verify } from 'node:crypto';

import { Counterpart } from '../counterparts';

type Cell = string | number | boolean;

interface Body {
	grant_type: string;
	assertion: string;
	valueInputOption: string;
	data: Array<{ range: string; values: [[Cell]] }>;
}

const EMAIL = 'reports@project.iam.gserviceaccount.com';
const SPREADSHEET = '/v4/spreadsheets/PUT-YOUR-SPREADSHEET-ID-HERE';
const TITLE = 'Äpfel & more';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Google's API with one spreadsheet for one service account. Its rows are lines, with ` | ` between cells. */
export class GoogleSheet {
	readonly credential = {
		email: EMAIL,
		privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
	};
	private cells: Cell[][] = [];
	private token = '';

	readonly api = new Counterpart<Body>(({ call, authorization, body }) => {
		if (call === 'POST /token') return this.signIn(body);
		if (authorization !== `Bearer ${this.token}`) return { status: 401 };
		if (call === `GET ${SPREADSHEET}?fields=sheets.properties`) {
			return { body: { sheets: [{ properties: { sheetId: 0, title: TITLE } }] } };
		}
		if (decodeURIComponent(call).startsWith(`GET ${SPREADSHEET}/values/'${TITLE}'?`)) {
			return { body: { values: this.cells } };
		}
		return call === `POST ${SPREADSHEET}/values:batchUpdate` ? this.write(body) : { status: 404 };
	});

	/** Without the empty cells at their ends. */
	get lines(): string[] {
		return this.cells.map((row) => row.join(' | ').replace(/[ |]+$/, ''));
	}

	/** Parses cells as Google Sheets does: numbers become numbers, and FALSE, an unticked box, becomes false. */
	set lines(lines: string[]) {
		const cellOf = (text: string) =>
			/^[\d.]+$/.test(text) ? Number(text) : text.toUpperCase() !== 'FALSE' && text;
		this.cells = lines.map((line) => line.split(' |').map((text) => cellOf(text.trim())));
	}

	/** Exchanges an assertion signed by the account for a token. */
	private signIn({ grant_type, assertion }: Body) {
		const [head = '', claims = '', signature = ''] = assertion.split('.');
		const isRight =
			grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
			String(Buffer.from(claims, 'base64url')).includes(`"iss":"${EMAIL}"`) &&
			verify(
				'sha256',
				Buffer.from(`${head}.${claims}`),
				publicKey,
				Buffer.from(signature, 'base64url'),
			);
		if (!isRight) return { status: 400 };
		this.token = `token-${String(this.api.requests.length)}`;
		return { body: { access_token: this.token, expires_in: 3599, token_type: 'Bearer' } };
	}

	/** Writes single cells. */
	private write({ valueInputOption, data }: Body) {
		for (const { range, values } of data) {
			const [, title, column = '', number] = /^(.+)!([A-Z])(\d+)$/.exec(range) ?? [];
			const row = this.cells[Number(number) - 1];
			if (title !== TITLE || !row) return { status: 400 };
			const at = column.charCodeAt(0) - 'A'.charCodeAt(0);
			while (row.length < at) row.push('');
			const isFormula = valueInputOption !== 'RAW' && /^[=+]/.test(String(values[0][0]));
			row[at] = isFormula ? '#ERROR!' : values[0][0];
		}
		return { body: {} };
	}
}

/** The time this many days ago, in the format and time zone in which the example writes *Checked*. */
export function checkedAgo(days: number): string {
	const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
	return time.toLocaleString('sv', { timeZone: 'America/New_York' }).slice(0, 16);
}
