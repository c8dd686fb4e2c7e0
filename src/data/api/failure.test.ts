import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ApiFailure, classOf } from '#sync/failure.ts';
import { failureSentences } from '#texts/errors.ts';
import { readFailure } from './failure.ts';

const failure = (status: number, code: string, body: unknown = null) => new ApiFailure(status, code, '', body, null, 1);
const said = (error: unknown) => failureSentences(readFailure(error));

it.each([
  ['no answer (E-01, E-07)', failure(0, ''), ['Ocurrió un error con la petición.'], 'unknown'],
  ['404 (E-02, E-07)', failure(404, 'not_found'), ['No se encontró la información que buscaba.'], 'refused'],
  [
    '429 (E-03, E-07)',
    failure(429, 'too_many_requests'),
    ['Demasiados intentos, aguarde un momento y vuelva a intentar.'],
    'unknown',
  ],
  [
    'a body with field errors (E-04, E-07)',
    failure(422, 'validation', { message: 'Revisá.', errors: { email: ['Este campo es obligatorio'] } }),
    ['Este campo es obligatorio'],
    'refused',
  ],
  [
    "a stranger's 404 (E-02, E-07)",
    failure(404, '', { message: 'Not found' }),
    ['No se encontró la información que buscaba.'],
    'unknown',
  ],
  [
    "a stranger's message (E-04, E-07)",
    failure(403, '', { message: 'La red de invitados venció.' }),
    ['La red de invitados venció.'],
    'unknown',
  ],
  [
    "a stranger's list of errors (E-04, E-07)",
    failure(422, '', { message: 'x', errors: ['Uno.', 'Dos.'] }),
    ['Uno.', 'Dos.'],
    'unknown',
  ],
  [
    'a 4xx that says nothing (E-05, E-07)',
    failure(403, '', {}),
    ['No se pudo procesar su solicitud, por favor intente en unos momentos.'],
    'unknown',
  ],
  [
    '500 without a body (E-05, E-07)',
    failure(500, ''),
    ['No se pudo procesar su solicitud, por favor intente en unos momentos.'],
    'unknown',
  ],
  ['an ended session (N-18)', failure(401, 'token_revoked'), ['Tu sesión venció, volvé a ingresar.'], 'auth'],
  [
    'a twin that still runs is not a refusal (offline engine, Failures)',
    failure(409, 'in_progress', { message: 'Demasiados intentos, aguarde un momento y vuelva a intentar.' }),
    ['Demasiados intentos, aguarde un momento y vuelva a intentar.'],
    'unknown',
  ],
] as const)('%s', (_, error, sentences, kind) => {
  expect(said(error)).toEqual(sentences);
  expect(classOf(error)).toBe(kind);
});

it('a bug of ours is said as one failure too (E-07)', () => {
  expect(said(new TypeError('x'))).toEqual(['No se pudo procesar su solicitud, por favor intente en unos momentos.']);
});

/** Sources that call the network, apart from those of a test. */
const callers = (pattern: RegExp): readonly string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\.|^testing/.test(file))
    .filter((file) => pattern.test(readFileSync(path.join('src', file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

it('every call goes through the one client, whose failures the one parser reads (E-07)', () => {
  // app/early.ts sends calls of the first screen ahead: the client takes their answers. platform/worker.ts only asks
  // whether the app itself can be loaded.
  expect(callers(/(?<![.\w])fetch\([^)]/)).toEqual([
    'app/early.ts',
    'data/api/link.ts',
    'platform/worker.ts',
    'sync/feed.ts',
  ]);
  expect(callers(/XMLHttpRequest|sendBeacon|\baxios\b/)).toEqual([]);
  // The calls of printing, of invoices and of guests have contracts of their own, and go through the same link.
  expect(callers(/createORPCClient|OpenAPILink/)).toEqual([
    'data/api/api.ts',
    'data/api/link.ts',
    'data/billing/billing-api.ts',
    'data/guests/guests-api.ts',
    'data/printing/printing-api.ts',
  ]);
  // Only the parser and the outbox, whose refusals it reads too, look into the body of a failure.
  expect(callers(/errorMessages\(/)).toEqual(['contract/errors.ts', 'data/api/failure.ts', 'data/api/link.ts']);
});
