import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Shop } from '#e2e/shop.ts';

type Server = Pick<Shop, 'origin'>;

/** A new account that no other test uses. */
export interface Newcomer {
  readonly fullname: string;
  readonly email: string;
  /** E.164, a mobile number of Buenos Aires. */
  readonly phone: string;
  readonly password: string;
}

export function newcomerForm(): Newcomer {
  const number = String(randomInt(10_000_000)).padStart(7, '0');
  return {
    fullname: 'Lucía Gómez',
    email: `lucia${number}@demo.marche`,
    phone: `+549114${number}`,
    password: 'Lapacho2026',
  };
}

/** Signs up through the API, as another device would. */
export async function signUpBehind(shop: Server, who = newcomerForm()): Promise<Newcomer> {
  const response = await fetch(`${shop.origin}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  if (response.status !== 201) throw new Error(`not signed up: ${response.status} ${await response.text()}`);
  return who;
}

/** Tries to log in; resolves to the status of POST /tokens. */
export async function triesToLogIn(shop: Server, email: string, password: string): Promise<number> {
  const response = await fetch(`${shop.origin}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

/** The codes that the server would have sent to an address, newest first (development only). */
async function codesTo(shop: Server, to: string): Promise<string[]> {
  const response = await fetch(`${shop.origin}/api/dev/outbox`);
  const kept: readonly { to: string; text: string }[] = await response.json();
  return kept.filter((message) => message.to === to).map(({ text }) => / es (\d{4})\./.exec(text)?.[1] ?? '');
}

/** The newest code for an address. The server sends it after its answer, so this waits for it. */
export async function lastCode(shop: Server, to: string): Promise<string> {
  const end = performance.now() + 20_000;
  while (performance.now() < end) {
    const [code] = await codesTo(shop, to);
    if (code !== undefined) return code;
    await delay(50);
  }
  throw new Error(`no code was sent to ${to}`);
}

/** A code that differs from the right one. */
export const wrongFor = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');
