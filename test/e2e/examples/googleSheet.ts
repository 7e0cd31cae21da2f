import { generateKeyPairSync } from 'node:crypto';

import { Counterpart } from '../counterparts';

type Update = { range: string; values: [[string | number]] };

const SPREADSHEET = '/v4/spreadsheets/PUT-YOUR-SPREADSHEET-ID-HERE';
const TITLE = 'Äpfel & more';
const TOKEN = 'token-of-google';

/** Google's API with one spreadsheet. Its rows are lines, with ` | ` between cells. */
export class GoogleSheet {
	readonly credential = {
		email: 'reports@project.iam.gserviceaccount.com',
		privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
			type: 'pkcs8',
			format: 'pem',
		}),
	};
	private cells: Array<Array<string | number>> = [];

	readonly api = new Counterpart<{ valueInputOption: string; data: Update[] }>(
		({ call, authorization, body }) => {
			if (call === 'POST /token') return { body: { access_token: TOKEN, expires_in: 3599 } };
			if (authorization !== `Bearer ${TOKEN}`) return { status: 401 };
			if (call === `GET ${SPREADSHEET}?fields=sheets.properties`) {
				return { body: { sheets: [{ properties: { sheetId: 0, title: TITLE } }] } };
			}
			if (decodeURIComponent(call).startsWith(`GET ${SPREADSHEET}/values/'${TITLE}'?`)) {
				return { body: { values: this.cells } };
			}
			if (call !== `POST ${SPREADSHEET}/values:batchUpdate`) return { status: 404 };
			for (const { range, values } of body.data) {
				const [, title, column = '', number] = /^(.+)!([A-Z])(\d+)$/.exec(range) ?? [];
				const row = this.cells[Number(number) - 1];
				// Google would read =1+1 as a formula
				if (title !== TITLE || !row || body.valueInputOption !== 'RAW') return { status: 400 };
				const at = column.charCodeAt(0) - 'A'.charCodeAt(0);
				while (row.length < at) row.push('');
				row[at] = values[0][0];
			}
			return { body: {} };
		},
	);

	/** Without the empty cells at their ends. */
	get lines(): string[] {
		return this.cells.map((row) => row.join(' | ').replace(/[ |]+$/, ''));
	}

	set lines(lines: string[]) {
		this.cells = lines.map((line) => line.split(' |').map((text) => text.trim()));
	}
}
