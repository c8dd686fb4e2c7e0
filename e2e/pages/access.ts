import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Shop } from '#e2e/shop.ts';

/** Somebody new, whom no other test knows. */
export interface Newcomer {
  readonly fullname: string;
  readonly email: string;
  /** E.164, a mobile of Buenos Aires. */
  readonly phone: string;
  readonly password: string;
}

export function newcomer(): Newcomer {
  const number = String(randomInt(10_000_000)).padStart(7, '0');
  return {
    fullname: 'Lucía Gómez',
    email: `lucia${number}@demo.marche`,
    phone: `+549114${number}`,
    password: 'Lapacho2026',
  };
}

/** Signed up by another device. */
export async function signUpBehind(shop: Shop, who = newcomer()): Promise<Newcomer> {
  const response = await fetch(`${shop.origin}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  if (response.status !== 201) throw new Error(`not signed up: ${response.status} ${await response.text()}`);
  return who;
}

/** The status of POST /tokens. */
export async function triesToLogIn(shop: Shop, email: string, password: string): Promise<number> {
  const response = await fetch(`${shop.origin}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

export async function enter(page: Page, shop: Shop, { email, password }: Pick<Newcomer, 'email' | 'password'>) {
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
}

/** What the server would have sent to somebody, newest first (development only). */
async function codesTo(shop: Shop, to: string): Promise<string[]> {
  const response = await fetch(`${shop.origin}/api/dev/outbox`);
  const kept: readonly { to: string; text: string }[] = await response.json();
  return kept.filter((message) => message.to === to).map(({ text }) => / es (\d{4})\./.exec(text)?.[1] ?? '');
}

/** The newest code for somebody, once there is one: it leaves after the answer. */
export async function lastCode(shop: Shop, to: string): Promise<string> {
  let codes: string[] = [];
  await expect
    .poll(async () => {
      codes = await codesTo(shop, to);
      return codes.length;
    })
    .toBeGreaterThanOrEqual(1);
  return codes[0] ?? '';
}

/** Another code than the right one. */
export const wrongFor = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');

export const boxesOf = (page: Page): Locator => page.locator('[data-box]');
export const codeField = (page: Page): Locator => page.getByLabel('Código de 4 dígitos');

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
}
