import fc from 'fast-check';
import { expect } from 'vitest';
import { type Answer, command, type TestServer } from './test-server.ts';

/** `FUZZ_SEED=…` plays other requests, or a printed run again. */
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const drawnEach = 500;

/** JSON texts, because JSON.stringify would repair some of these values. */
const nastyTexts = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '0.1',
  '1e309',
  '-1e309',
  '9007199254740993',
  '99999999999999999999',
  '2147483648',
  '1e-7',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202e"',
  '"../../etc/passwd"',
  '"\'; drop table orders; --"',
  '"<script>alert(1)</script>"',
  '"2026-02-31"',
  '"0000-00-00"',
  `"${'x'.repeat(100_000)}"`,
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"toString":1}',
  '{"length":-1}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];
const nasty = fc.constantFrom(...nastyTexts);

/** Paths to every value inside a body. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([k, v]) => pathsIn(v, [...path, k]))
      : [];
  return path.length > 0 ? [path, ...inner] : inner;
}

const marker = '§§§';

/** The JSON text of the body, with one value replaced by a raw JSON text. */
function withRaw(body: unknown, path: readonly string[], raw: string): string {
  const copy: unknown = structuredClone(body);
  let target: unknown = copy;
  for (const key of path.slice(0, -1))
    target = typeof target === 'object' && target !== null ? Reflect.get(target, key) : null;
  const last = path.at(-1);
  if (typeof target === 'object' && target !== null && last !== undefined) Reflect.set(target, last, marker);
  return JSON.stringify(copy).replace(`"${marker}"`, () => raw);
}

export function checkAnswer(answer: Answer, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text, what).not.toMatch(/\bat .*\.ts:\d|node_modules|PostgresError|syntax error/);
  if (answer.status >= 400)
    expect(answer.body, what).toMatchObject({ code: expect.any(String), message: expect.any(String) });
}

export interface FuzzTarget {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With its parameters in braces. */
  readonly path: string;
  /** undefined: the call takes no body. */
  readonly body: () => unknown;
  /** The key of another program; null: Ana calls. */
  readonly key: string | null;
}

/** Ids and words in a path; each is one part of it. */
const nastyParts = [
  '0',
  '-1',
  '1',
  '987654',
  '2147483648',
  '9'.repeat(40),
  '1e3',
  '1.0',
  'x',
  '%00',
  '%ff',
  '%ed%a0%80',
  '..%2f1',
  '__proto__',
  '%F0%9F%8D%95',
  'x'.repeat(400),
  '01939b1e-0000-7000-8000-00000000000a',
];
const nastyQueries = [
  'type',
  'since',
  'audience',
  'status',
  'from',
  'to',
  'page',
  'parts',
  'ids',
  'code',
  'q',
  'lat',
  'lng',
  'country',
  'user_id',
  '__proto__',
  'a[b]',
  'page[]',
  'page[0][x]',
  'constructor',
];
const nastyValues = [
  '',
  '0',
  '-1',
  '1',
  '1e309',
  'x',
  '%00',
  '%ff',
  'NaN',
  '2026-02-31',
  '0000-01-01',
  '9999-12-31',
  '9'.repeat(400),
  "';--",
  'admin',
  'LOCAL',
  'store,orders',
  '1,2,3',
  'Av.%20Corrientes',
];

/** One request: the field that it replaces, and the value that it puts there. */
type Attack =
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly raw: string }
  | { readonly kind: 'body'; readonly raw: string }
  | { readonly kind: 'part'; readonly at: number; readonly part: string }
  | { readonly kind: 'query'; readonly query: string };

const query = fc
  .array(fc.tuple(fc.constantFrom(...nastyQueries), fc.constantFrom(...nastyValues)), { minLength: 1, maxLength: 3 })
  .map((pairs) => ({ kind: 'query' as const, query: pairs.map(([name, value]) => `${name}=${value}`).join('&') }));

/** The whole bodies that every call gets, then random requests, 500 in all; what was drawn twice is sent once. */
function attacksOn({ path, body, method }: FuzzTarget): readonly Attack[] {
  const valid = body();
  const text = JSON.stringify(valid ?? {});
  const whole = [
    ...nastyTexts,
    text.replace('{', '{"id":-1,"store_id":"x","constructor":1,"hasOwnProperty":1,'),
    `${text.slice(0, -1)},${text.slice(1)}`,
  ].map((raw) => ({ kind: 'body' as const, raw }));
  const parts = [...path.matchAll(/\{\w+\}/g)].length;
  // A call with a body reads no query.
  const kinds: fc.Arbitrary<Attack>[] = valid === undefined ? [query] : [];
  if (parts > 0)
    kinds.push(
      fc.record({ kind: fc.constant('part' as const), at: fc.nat(parts - 1), part: fc.constantFrom(...nastyParts) }),
    );
  if (valid !== undefined) {
    const value = fc.record({
      kind: fc.constant('value' as const),
      path: fc.constantFrom(...pathsIn(valid)),
      raw: nasty,
    });
    kinds.push(value, value, value);
  }
  const first = method === 'GET' ? [] : whole;
  const drawn = fc.sample(fc.oneof(...kinds), { numRuns: drawnEach - first.length, seed: fuzzSeed });
  return [...new Map([...first, ...drawn].map((attack) => [JSON.stringify(attack), attack])).values()];
}

function urlOf({ path, method }: FuzzTarget, attack: Attack): string {
  let at = -1;
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    at += 1;
    if (attack.kind === 'part' && attack.at === at) return attack.part;
    // Reads are about a small store.
    return method === 'GET' && name === 'store_id' ? '4' : '1';
  });
  return attack.kind === 'query' ? `${url}?${attack.query}` : url;
}

async function attackWith(server: TestServer, target: FuzzTarget, attack: Attack): Promise<void> {
  const valid = target.body();
  const text =
    attack.kind === 'body'
      ? attack.raw
      : attack.kind === 'value'
        ? withRaw(valid, attack.path, attack.raw)
        : valid === undefined
          ? undefined
          : '{}';
  const answer = await server.ask(target.key === null ? 'ana' : null, urlOf(target, attack), {
    method: target.method,
    ...(text !== undefined && target.method !== 'GET' && { body: text }),
    headers: {
      ...(target.method !== 'GET' && command({ rev: 1 })),
      ...(target.key !== null && { authorization: `Bearer ${target.key}` }),
    },
  });
  checkAnswer(answer, `FUZZ_SEED=${fuzzSeed} ${target.name} ${JSON.stringify(attack).slice(0, 300)}`);
}

/** Requests that run at once: more only wait for each other. */
const atOnce = 8;

/** Sends the requests of one call; none may fail with 5xx or show a stack. Returns how many there were. */
export async function fuzz(server: TestServer, target: FuzzTarget): Promise<number> {
  const attacks = attacksOn(target);
  for (let start = 0; start < attacks.length; start += atOnce)
    await Promise.all(attacks.slice(start, start + atOnce).map((attack) => attackWith(server, target, attack)));
  return attacks.length;
}
