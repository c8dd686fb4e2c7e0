import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './root.ts';
import { readEnvironment } from './environment.ts';

const read = (variables: Record<string, string>) => readEnvironment(variables);
const problems = (variables: Record<string, string>): string => {
  const result = read(variables);
  return result.ok ? '' : result.problems.join('\n');
};

describe('the environment', () => {
  it('needs nothing', () => {
    const result = read({});
    expect(result.ok && result.value).toMatchObject({
      host: '127.0.0.1',
      port: 4173,
      databaseUrl: null,
      publicOrigin: null,
      pusher: null,
      logLevel: 'info',
    });
  });

  it('is described in .env.example: every setting that is read, once, and no other', () => {
    const asked = new Set<string>();
    readEnvironment(new Proxy<Record<string, string>>({}, { get: (_none, name) => void asked.add(String(name)) }));
    const text = readFileSync(path.join(repositoryRoot, '.env.example'), 'utf8');
    const described = [...text.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map((m) => m[1] ?? '');
    // The Chromium is read by the tests.
    expect(described.toSorted()).toEqual([...asked, 'CHROMIUM_PATH'].toSorted());
  });

  it('takes a secret of 32 characters for each program that calls, and repeats none', () => {
    const secret = 'x'.repeat(32);
    for (const name of ['SUPPORT_DESK_KEY', 'PARTNER_PANEL_KEY']) {
      const result = read({ [name]: secret });
      expect(result.ok && [result.value.supportDeskKey, result.value.partnerPanelKey]).toContain(secret);
      for (const bad of [secret.slice(1), `${secret} x`])
        expect(problems({ [name]: bad })).toBe(
          `${name}: se esperaba un secreto de al menos 32 caracteres, sin espacios`,
        );
    }
  });

  it('takes what is set', () => {
    const result = read({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://u:p@h/d',
      PUBLIC_ORIGIN: 'https://a.example/',
      LOG_LEVEL: 'warn',
      MARCHE_DATA: '/tmp/with space',
    });
    expect(result.ok && result.value).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgres://u:p@h/d',
      publicOrigin: 'https://a.example',
      logLevel: 'warn',
      dataDir: '/tmp/with space',
    });
  });

  it('names every wrong value at once', () => {
    const text = problems({ PORT: 'http', PUBLIC_ORIGIN: 'ftp://x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });
    for (const name of ['PORT=http', 'PUBLIC_ORIGIN=ftp://x', 'LOG_LEVEL=loud', 'DATABASE_URL'])
      expect(text).toContain(name);
  });

  it('repeats no password', () => {
    expect(problems({ DATABASE_URL: 'mysql://user:secret@host/db' })).not.toContain('secret');
  });

  it.each([
    [{}, null],
    [{ PUBLIC_ORIGIN: 'https://a.example' }, 'https://a.example/c/'],
    [{ PUBLIC_ORIGIN: 'https://a.example', CODE_BASE_URL: 'https://qr.example/mesa/' }, 'https://qr.example/mesa/'],
    [{ CODE_BASE_URL: 'http://qr.example' }, 'http://qr.example/'],
  ])('what the QR of a code begins with: %j is %s (N-29)', (variables, base) => {
    const result = read(variables);
    expect(result.ok && result.value.codeBaseUrl).toBe(base);
  });

  it('refuses an address that no code can follow (N-29)', () => {
    for (const CODE_BASE_URL of [
      'pedidos.example/c/',
      'ftp://a.example/c/',
      'https://a.example/?c=',
      'https://a.example/#',
    ])
      expect(problems({ CODE_BASE_URL })).toContain('CODE_BASE_URL=');
  });

  it('takes a maps key, null without one, and does not repeat a wrong one (N-30)', () => {
    const key = 'AIzaSyExample_key-of-the-browser';
    const result = read({ GOOGLE_MAPS_KEY: ` ${key} ` });
    expect(result.ok && result.value.mapsKey).toBe(key);
    const without = read({ GOOGLE_MAPS_KEY: ' ' });
    expect(without.ok && without.value.mapsKey).toBeNull();
    expect(problems({ GOOGLE_MAPS_KEY: 'not a key; script-src *' })).toBe(
      'GOOGLE_MAPS_KEY: se esperaba una clave de Google Maps',
    );
  });

  it('takes the Pusher variables all together or not at all', () => {
    const all = { PUSHER_APP_ID: '1', PUSHER_KEY: 'k', PUSHER_SECRET: 's', PUSHER_CLUSTER: 'sa1' };
    const result = read(all);
    expect(result.ok && result.value.pusher).toEqual({ appId: '1', key: 'k', secret: 's', cluster: 'sa1' });
    const { PUSHER_SECRET: _, ...some } = all;
    expect(problems(some)).toContain('PUSHER_SECRET');
  });

  it('takes both Beams variables or none, and repeats neither (R-42)', () => {
    const both = { BEAMS_INSTANCE_ID: 'a1b2-c3', BEAMS_SECRET_KEY: 'top' };
    const result = read(both);
    expect(result.ok && result.value.beams).toEqual({ instanceId: 'a1b2-c3', secretKey: 'top', endpoint: null });
    const elsewhere = read({ ...both, BEAMS_ENDPOINT: 'https://beams.example' });
    expect(elsewhere.ok && elsewhere.value.beams?.endpoint).toBe('https://beams.example');
    const without = read({});
    expect(without.ok && without.value.beams).toBeNull();
    expect(problems({ BEAMS_SECRET_KEY: 'top' })).toBe('BEAMS_INSTANCE_ID y BEAMS_SECRET_KEY van juntas: falta alguna');
    expect(problems({ ...both, BEAMS_INSTANCE_ID: 'x; script-src *' })).not.toContain('script-src');
    expect(problems({ ...both, BEAMS_ENDPOINT: 'nowhere' })).toContain('BEAMS_ENDPOINT');
  });

  it.each(['0', '65535'])('takes PORT=%s', (PORT) => expect(read({ PORT }).ok).toBe(true));
  it.each(['-1', '65536', '1.5', ' ', 'x'])('PORT=%j', (PORT) => expect(read({ PORT }).ok).toBe(PORT === ' '));

  it('takes mail, SMS and social logins; nothing without them', () => {
    const without = read({});
    expect(without.ok && without.value).toMatchObject({
      access: { smtp: null, sms: null, google: null, facebook: null },
      otpLength: 4,
      development: true,
    });
    const result = read({
      SMTP_URL: 'smtps://user:p%40ss@mail.ejemplo.ar:465',
      MAIL_FROM: 'Marche <no-responder@ejemplo.ar>',
      SMS_ENDPOINT: 'https://sms.ejemplo.ar/send',
      SMS_TOKEN: 'sms token',
      OTP_LENGTH: '6',
      GOOGLE_CLIENT_ID: 'id.apps',
      GOOGLE_CLIENT_SECRET: 'g',
      FACEBOOK_CLIENT_ID: '123',
      FACEBOOK_CLIENT_SECRET: 'f',
      FACEBOOK_ENDPOINT: 'http://localhost:9999',
      NODE_ENV: 'production',
    });
    expect(result.ok && result.value).toMatchObject({
      access: {
        smtp: { url: 'smtps://user:p%40ss@mail.ejemplo.ar:465', from: 'Marche <no-responder@ejemplo.ar>' },
        sms: { endpoint: 'https://sms.ejemplo.ar/send', token: 'sms token' },
        google: { clientId: 'id.apps', clientSecret: 'g', endpoint: null },
        facebook: { clientId: '123', clientSecret: 'f', endpoint: 'http://localhost:9999' },
      },
      otpLength: 6,
      development: false,
    });
  });

  it.each([
    [{ SMTP_URL: 'smtp://u:secret@h' }, 'SMTP_URL y MAIL_FROM van juntas: falta alguna'],
    [{ MAIL_FROM: 'a@b.ar' }, 'SMTP_URL y MAIL_FROM van juntas: falta alguna'],
    [
      { SMTP_URL: 'https://u:secret@h', MAIL_FROM: 'a@b.ar' },
      'SMTP_URL: se esperaba una dirección que empiece con smtp:// o smtps://',
    ],
    [
      { SMTP_URL: 'smtp://h', MAIL_FROM: 'secret' },
      'MAIL_FROM: se esperaba un correo como Marche <no-responder@ejemplo.com>',
    ],
    [{ SMS_ENDPOINT: 'https://h/secret' }, 'SMS_ENDPOINT y SMS_TOKEN van juntas: falta alguna'],
    [
      { SMS_ENDPOINT: 'secret', SMS_TOKEN: 'secret' },
      'SMS_ENDPOINT: se esperaba una dirección como https://sms.ejemplo.com/enviar',
    ],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID y GOOGLE_CLIENT_SECRET van juntas: falta alguna'],
    [{ FACEBOOK_CLIENT_ID: 'secret' }, 'FACEBOOK_CLIENT_ID y FACEBOOK_CLIENT_SECRET van juntas: falta alguna'],
    [{ GOOGLE_ISSUER: 'secret' }, 'GOOGLE_ISSUER: se esperaba una dirección como https://ingreso.ejemplo.com'],
  ])('names what is wrong in %j, and no secret', (variables, problem) => {
    expect(problems(variables)).toBe(problem);
  });

  it.each(['3', '9', '4.5', 'cuatro'])('OTP_LENGTH=%s is refused', (length) => {
    expect(problems({ OTP_LENGTH: length })).toBe(`OTP_LENGTH=${length}: se esperaba un número entero de 4 a 8`);
  });
});
