import { afterEach, it, vi } from 'vitest';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
afterEach(() => {
  document.documentElement.style.fontSize = '';
});

it('the device has its text size, which a reload keeps, and leads to the kitchen screen (docs/screens.md)', async () => {
  const { page } = await renderApp('1/config/index', { as: 'ana' });
  const card = page.getByRole('region', { name: 'Este dispositivo' });
  const size = (name: string) => card.getByRole('radio', { name, exact: true });
  await expect(size('Normal')).toBeChecked();
  await size('Muy grande').press('Space');
  await expect.poll(() => document.documentElement.style.fontSize).toBe('130%');
  document.documentElement.style.fontSize = '';
  await page.reload();
  await expect(size('Muy grande')).toBeChecked();
  expect(document.documentElement.style.fontSize).toBe('130%');
  await size('Normal').press('Space');
  await expect.poll(() => document.documentElement.style.fontSize).toBe('');
  await card.getByRole('button', { name: 'Usar este dispositivo en la cocina' }).click();
  await expect(page).toHaveURL(/\/1\/orders\/kanban\?kiosk=1/);
});

it('«Mantener pantalla encendida» holds the screen while the app is open; a browser that cannot says so', async () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve(Object.assign(new EventTarget(), { release })));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  const { page } = await renderApp('1/config/index', { as: 'ana' });
  const awake = page.getByRole('switch', { name: 'Mantener pantalla encendida' });
  await expect(awake).not.toBeChecked();
  expect(request).not.toHaveBeenCalled();
  await awake.click();
  await expect.poll(() => request.mock.calls.length).toBe(1);
  await awake.click();
  await expect.poll(() => release.mock.calls.length).toBe(1);
  Reflect.deleteProperty(navigator, 'wakeLock');
  await page.reload();
  await expect(awake).toBeDisabled();
  await expect(page.getByText('Este navegador no puede hacerlo.')).toBeVisible();
});
