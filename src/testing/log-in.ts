import { demoPeople, password } from '#e2e/api.ts';
import type { Page } from './page.ts';
import { expect } from './screen-expect.ts';

/** Logs a demo user in by the form that is open. */
export async function logInAs(page: Page, who: keyof typeof demoPeople): Promise<void> {
  await expect(page).toHaveURL(/\/sellers\/login$/);
  await page.getByLabel('Correo electrónico').fill(demoPeople[who]);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).not.toHaveURL(/\/login$/);
}
