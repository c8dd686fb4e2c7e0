// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

/** The theme that the app starts with on a screen of that width. */
async function themeAt(width: number): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width >= 1600px)' && width >= 1600 }));
  return (await import('./preferences.ts')).usePreferences.getState().theme;
}

beforeEach(() => localStorage.clear());

it('a wide screen starts dark, another one as the device; the chosen theme wins (docs/screens.md)', async () => {
  expect(await themeAt(1599)).toBe('auto');
  expect(await themeAt(1600)).toBe('dark');
  const { setPreferences } = await import('./preferences.ts');
  setPreferences({ theme: 'auto' });
  expect(await themeAt(1600)).toBe('auto');
});
