import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { dismissLost, forgetUnsent, noteUnsent, tellLost, unsentByCookie, useLost } from './unsent-cookie.ts';

/** Cookies with the interface of `document.cookie`. */
function jar() {
  const kept = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = '', ...rest] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (rest.includes('max-age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

describe('the count that survives an eviction (offline engine, Eviction)', () => {
  let cookies: ReturnType<typeof jar>;

  beforeEach(() => {
    cookies = jar();
    vi.stubGlobal('document', cookies);
    vi.stubGlobal('location', { protocol: 'https:' });
    stubLocalStorage();
  });

  it('is kept per user and store, for a year, for the pages of the app alone', () => {
    noteUnsent(1, 4, 3);
    noteUnsent(1, 5, 7);
    expect([unsentByCookie(1, 4), unsentByCookie(1, 5), unsentByCookie(2, 4)]).toEqual([3, 7, 0]);
    expect(cookies.written[0]).toBe('marche-unsent-1-4=3; path=/sellers; max-age=31536000; SameSite=Strict; Secure');
    noteUnsent(1, 4, 0);
    expect([unsentByCookie(1, 4), cookies.cookie]).toEqual([0, 'marche-unsent-1-5=7']);
  });

  it('goes without «Secure» where there is no https', () => {
    vi.stubGlobal('location', { protocol: 'http:' });
    noteUnsent(1, 4, 3);
    expect(cookies.written[0]).not.toContain('Secure');
  });

  it('believes no cookie that is not a count', () => {
    for (const value of ['x', '-1', '1.5', '']) {
      cookies.cookie = `marche-unsent-1-4=${value}`;
      expect(unsentByCookie(1, 4)).toBe(0);
    }
  });

  it('forgets one person and leaves the others', () => {
    noteUnsent(1, 4, 3);
    noteUnsent(12, 4, 2);
    forgetUnsent(1);
    expect([unsentByCookie(1, 4), unsentByCookie(12, 4)]).toEqual([0, 2]);
  });

  it('adds up what was lost until the person has read it', () => {
    tellLost(2);
    tellLost(3);
    expect(useLost.getState().count).toBe(5);
    dismissLost();
    expect(useLost.getState().count).toBe(0);
  });
});
