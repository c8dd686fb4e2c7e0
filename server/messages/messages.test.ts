import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import type { Log } from '#server/deps.ts';
import { closeServer, portOfServer } from '#server/testing/access/openid-provider.ts';
import { createTestClock } from '#server/testing/test-clock.ts';
import { startTestServer, testStart, type TestServer } from '#server/testing/test-server.ts';
import { createMessages } from './messages.ts';

const lines: string[] = [];
const log: Log = {
  info: (line) => lines.push(`info ${line}`),
  warn: (line) => lines.push(`warn ${line}`),
  error: (line) => lines.push(`error ${line}`),
};
const clock = createTestClock(testStart);
beforeEach(() => {
  lines.length = 0;
});

const mail = {
  to: 'ñandú@ejemplo.ar',
  subject: 'Tu código\r\nBcc: todos@ejemplo.ar',
  text: 'El código es 1234.\n.\nFin ñ',
};
const sms = { to: '+5491145550101', text: 'El código es 1234.' };

describe('mail by SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  let refusing = false;
  let smtp: SMTPServer;
  let url: string;
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'marche' && password === 's3cret' ? done(null, { user: 'marche' }) : done(new Error('no')),
      onRcptTo: (_address, _session, done) => done(refusing ? new Error('no such mailbox') : null),
      onData: (stream, { envelope }, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          received.push({ from, to: envelope.rcptTo.map((r) => r.address), text });
          done();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = smtp.listen(0, '127.0.0.1', () => {
        const address: AddressInfo | string | null = listening.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    url = `smtp://marche:s3cret@127.0.0.1:${port}`;
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

  const messages = (address = url) =>
    createMessages(
      { smtp: { url: address, from: 'Marche <no-responder@ejemplo.ar>' }, sms: null, development: true },
      { clock, log },
    );

  it('arrives at a real server, at one mailbox, its subject on one line', async () => {
    const { outbox, mail: send } = messages();
    await send({ ...mail, to: 'nadia@ejemplo.ar' });
    const [one] = received.splice(0);
    expect(one).toMatchObject({ from: 'no-responder@ejemplo.ar', to: ['nadia@ejemplo.ar'] });
    expect(one?.text).toMatch(/^From: Marche <no-responder@ejemplo\.ar>\r?$/m);
    expect(one?.text).not.toMatch(/^Bcc:/m);
    expect(one?.text).toContain('1234');
    expect([outbox?.list(), lines]).toEqual([[], []]);
  });

  it('takes no address for a list of them', async () => {
    await messages()
      .mail({ ...mail, to: 'a@ejemplo.ar, b@ejemplo.ar' })
      .catch(() => undefined);
    expect(
      received
        .splice(0)
        .flatMap((r) => r.to)
        .filter((to) => to === 'b@ejemplo.ar'),
    ).toEqual([]);
  });

  it('rejects what the server refuses, and says no password', async () => {
    refusing = true;
    await expect(messages().mail({ ...mail, to: 'nadie@ejemplo.ar' })).rejects.toThrow(/no such mailbox/);
    refusing = false;
    const error: unknown = await messages(url.replace('s3cret', 'equivocada'))
      .mail({ ...mail, to: 'nadia@ejemplo.ar' })
      .catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/Invalid login/);
    expect(String(error)).not.toContain('equivocada');
    await expect(messages('smtp://127.0.0.1:1').mail({ ...mail, to: 'nadia@ejemplo.ar' })).rejects.toThrow();
  });

  it('a code reaches the mailbox of the account (A-27)', async () => {
    const server = await startTestServer(inject('postgresUrl'), { messages: messages() });
    try {
      const body = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
      expect((await server.ask(null, '/otp', { method: 'POST', body })).status).toBe(201);
      await expect.poll(() => received.length).toBe(1);
      const [one] = received.splice(0);
      expect(one?.to).toEqual(['ana@demo.marche']);
      const text = (one?.text ?? '').replace(/=\r\n/g, '');
      const received_code = /Marche es (\d{4})\./.exec(text)?.[1];
      expect((await server.ask(null, '/tokens/otp', { method: 'POST', body: { ...body, received_code } })).status).toBe(
        201,
      );
    } finally {
      await server.close();
    }
  });
});

describe('SMS by a web service', () => {
  const asked: { headers: IncomingMessage['headers']; method: string | undefined; body: unknown }[] = [];
  let status = 200;
  let http: Server;
  let endpoint: string;
  beforeAll(async () => {
    http = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        asked.push({ headers: request.headers, method: request.method, body: JSON.parse(text) });
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
    endpoint = `http://127.0.0.1:${portOfServer(http)}/send`;
  });
  afterAll(() => closeServer(http));

  const send = () =>
    createMessages({ smtp: null, sms: { endpoint, token: 'sms-token' }, development: true }, { clock, log }).sms(sms);

  it('posts number and text as JSON with the token', async () => {
    await send();
    const [one] = asked.splice(0);
    expect(one).toMatchObject({
      method: 'POST',
      body: sms,
      headers: { authorization: 'Bearer sms-token', 'content-type': 'application/json' },
    });
    expect(lines).toEqual([]);
  });

  it.each([400, 401, 500, 302])('rejects an answer of %i, and hands the token to nobody else', async (answer) => {
    status = answer;
    await expect(send()).rejects.toThrow();
    expect(asked.splice(0)).toHaveLength(1);
    status = 200;
  });
});

describe('without a service', () => {
  it('in development the text is in the log and in the outbox', async () => {
    const {
      mail: sendMail,
      sms: sendSms,
      outbox,
    } = createMessages({ smtp: null, sms: null, development: true }, { clock, log });
    await sendMail(mail);
    await sendSms(sms);
    expect(lines).toHaveLength(2);
    expect(lines.every((l) => l.startsWith('info ') && l.includes('1234'))).toBe(true);
    expect(outbox?.list()).toEqual([
      { at: '2026-11-20T23:00:00.000Z', kind: 'sms', to: sms.to, subject: null, text: sms.text },
      { at: '2026-11-20T23:00:00.000Z', kind: 'mail', to: mail.to, subject: mail.subject, text: mail.text },
    ]);
    for (let i = 0; i < 150; i += 1) await sendSms(sms);
    expect(outbox?.list()).toHaveLength(100);
  });

  it('in production neither code nor person is written down, only that something is missing', async () => {
    const {
      mail: sendMail,
      sms: sendSms,
      outbox,
    } = createMessages({ smtp: null, sms: null, development: false }, { clock, log });
    await sendMail(mail);
    await sendSms(sms);
    expect(outbox).toBeNull();
    expect(lines).toEqual(['warn mail not sent: SMTP_URL is not set', 'warn sms not sent: SMS_ENDPOINT is not set']);
  });
});

describe('/api/dev/outbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'));
  });
  afterAll(() => server.close());

  const page = () => server.ask(null, '/dev/outbox', { headers: { accept: 'text/html,*/*' } });

  it('shows what would have been sent, escaped, without anything inline, and reads itself again', async () => {
    expect((await page()).text).toContain('Todavía no se envió nada.');
    const nasty = '<script>alert("1")</script>\'&';
    await server.deps.messages.mail({ to: nasty, subject: nasty, text: nasty });
    const answer = await page();
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.headers['refresh'],
      answer.headers['cache-control'],
    ]).toEqual([200, 'text/html; charset=utf-8', '3', 'no-store']);
    expect(answer.text.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;')).toHaveLength(4);
    expect(answer.text).not.toMatch(/<script|<style| style=| on\w+=/);
    const style = await server.ask(null, '/dev/outbox.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(String(answer.headers['content-security-policy'])).toContain("style-src 'self'");
  });

  it('answers JSON to whoever does not ask for a page', async () => {
    await server.deps.messages.sms(sms);
    const { body } = await server.ask(null, '/dev/outbox');
    expect(body).toMatchObject([{ kind: 'sms', to: sms.to, text: sms.text }, { kind: 'mail' }]);
  });

  it('does not exist in production', async () => {
    const messages = createMessages({ smtp: null, sms: null, development: false }, { clock, log });
    const other = await startTestServer(inject('postgresUrl'), { messages });
    try {
      for (const path of ['/dev/outbox', '/dev/outbox.css']) {
        const answer = await other.ask(null, path);
        expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
      }
    } finally {
      await other.close();
    }
  });
});
