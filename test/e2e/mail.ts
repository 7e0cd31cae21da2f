import type { AddressInfo } from 'node:net';

import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that delivers to this list. */
export interface MailServer {
	/** What goes into an SMTP credential of n8n. */
	credential: { host: string; port: number; user: string; password: string; secure: boolean };
	/** Every mail so far, with the addresses it is really for. */
	mails: Array<ParsedMail & { recipients: string[] }>;
	close(): Promise<void>;
}

/** Starts a mail server that wants a login. */
export async function startMailServer(): Promise<MailServer> {
	const mails: MailServer['mails'] = [];
	const [user, password] = ['mailer', 'password-of-the-mailer'];
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		onAuth: (auth, _, done) => {
			if (auth.username === user && auth.password === password) done(null, { user });
			else done(new Error('Wrong user or password'));
		},
		onData: (stream, { envelope }, done) => {
			simpleParser(stream).then((mail) => {
				mails.push({ ...mail, recipients: envelope.rcptTo.map(({ address }) => address) });
				done();
			}, done);
		},
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.server.address() as AddressInfo;
	return {
		credential: { host: '127.0.0.1', port, user, password, secure: false },
		mails,
		close: async () => {
			await new Promise<void>((done) => {
				server.close(done);
			});
		},
	};
}
