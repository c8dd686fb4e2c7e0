import { describe, expect, it } from 'vitest';
import type { RawAnswer } from './failure.ts';
import { classOf, failureOf } from './failure.ts';

const answer = (status: number, body: unknown = null, more: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  isJson: body !== null,
  body,
  retryAfter: null,
  ...more,
});
const html = { isJson: false };

describe('what an HTTP answer says about a command (offline engine, Failures; D-07)', () => {
  it.each([
    ['200 with JSON', answer(200, { id: 1 })],
    ['201 with JSON', answer(201, { id: 1 })],
    ['204 without a body', answer(204)],
  ])('%s is an answer', (_, raw) => {
    expect(failureOf(raw, 'm', 3)).toBeNull();
  });

  it.each([
    ["200 with a captive portal's HTML", answer(200, null, html), 0, 'no_response', 'unknown'],
    ['a redirect that nobody followed', answer(0), 0, '', 'unknown'],
    ['401 without a code: a proxy, not our server', answer(401, null, html), 0, 'no_response', 'unknown'],
    ['401 with ours', answer(401, { code: 'unauthorized' }), 401, 'unauthorized', 'auth'],
    ["403 with a stranger's page", answer(403, null, html), 0, 'no_response', 'unknown'],
    ['403 with ours', answer(403, { code: 'forbidden' }), 403, 'forbidden', 'refused'],
    ["404 with a stranger's page", answer(404, null, html), 0, 'no_response', 'unknown'],
    ['404 with ours', answer(404, { code: 'not_found' }), 404, 'not_found', 'refused'],
    ["409 with a stranger's page", answer(409, null, html), 0, 'no_response', 'unknown'],
    ['409 with JSON that carries no code', answer(409, { error: 'x' }), 409, '', 'unknown'],
    ['401 with JSON that carries no code', answer(401, { message: 'x' }), 401, '', 'unknown'],
    ['404 with JSON that carries no code', answer(404, { message: 'x' }), 404, '', 'unknown'],
    ['409 while a twin still runs', answer(409, { code: 'in_progress' }), 409, 'in_progress', 'unknown'],
    ['409 of a change that came too late', answer(409, { code: 'conflict' }), 409, 'conflict', 'refused'],
    ['410 with ours', answer(410, { code: 'gone' }), 410, 'gone', 'refused'],
    ['412 with ours', answer(412, { code: 'precondition' }), 412, 'precondition', 'refused'],
    ['422 with ours', answer(422, { code: 'idempotency_mismatch' }), 422, 'idempotency_mismatch', 'refused'],
    ['422 whose code is no text', answer(422, { code: 7 }), 422, '', 'unknown'],
    ['408', answer(408), 408, '', 'unknown'],
    ['425', answer(425), 425, '', 'unknown'],
    ['429', answer(429, { code: 'too_many_requests' }), 429, 'too_many_requests', 'unknown'],
    ['500 with a page', answer(500, null, html), 500, '', 'unknown'],
    ['503 with ours', answer(503, { code: 'unavailable' }), 503, 'unavailable', 'unknown'],
  ])('%s', (_, raw, status, code, kind) => {
    const failure = failureOf(raw, 'm', 3);
    expect(failure && [failure.status, failure.code, failure.generation]).toEqual([status, code, 3]);
    expect(failure && classOf(failure)).toBe(kind);
  });

  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['0', null],
    ['-3', null],
    ['', null],
    ['Sat, 21 Nov 2026 23:14:00 GMT', null],
    [null, null],
  ])('reads Retry-After %s as seconds', (retryAfter, ms) => {
    const codes = { code: 'too_many_requests' };
    expect(failureOf(answer(429, codes, { retryAfter }), '', 1)?.retryAfterMs).toBe(ms);
    expect(failureOf(answer(503, null, { ...html, retryAfter }), '', 1)?.retryAfterMs).toBe(ms);
  });

  it('keeps the message and the body, for who shows them', () => {
    const body = { code: 'conflict', current: { ver: 3 } };
    expect(failureOf(answer(409, body), 'El pedido fue modificado.', 1)).toMatchObject({
      message: 'El pedido fue modificado.',
      body,
    });
  });
});
