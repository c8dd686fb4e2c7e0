import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveScheme } from './theme-provider.tsx';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

function colour(token: string, scheme: Scheme): string {
  const [, value = ''] = new RegExp(`--${token}: ([^;]+);`).exec(css) ?? [];
  const [, alias] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (alias) return colour(alias, scheme);
  const [, light, dark] = /light-dark\((#\w{6}), (#\w{6})\)/.exec(value) ?? [];
  const found = scheme === 'light' ? light : dark;
  if (!found) throw new Error(`no colour for ${token}`);
  return found;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Degrees on the colour wheel: red at 0 and 360, yellow at 60, green at 120. */
function hueOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(r, g, b);
  const span = most - Math.min(r, g, b);
  const turns = most === r ? (g - b) / span : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return turns <= 0 ? 60 * turns + 360 : 60 * turns;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const states = ['waiting', 'preparation', 'ready', 'paying', 'late', 'neutral', 'danger'];
const surfaces = ['bg', 'surface', 'sunken'];

/** WCAG 2.2: text 4.5 (7 for text that people read all day), controls and focus 3. */
const pairs: readonly (readonly [foreground: string, background: string, least: number])[] = [
  ...surfaces.map((s) => ['text', s, 7] as const),
  ...surfaces.map((s) => ['text-2', s, 6] as const),
  ...surfaces.map((s) => ['text-3', s, 4.5] as const),
  ...surfaces.map((s) => ['control', s, 3] as const),
  ...surfaces.map((s) => ['ring', s, 3] as const),
  ...states.flatMap((s) => [
    [s, 'surface', 4.5] as const,
    [s, 'bg', 4.5] as const,
    [s, `${s}-soft`, 4.5] as const,
    ['text', `${s}-soft`, 7] as const,
    ['on-state', s, 4.5] as const,
  ]),
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-state', 'ready-hover', 4.5],
  ['on-state', 'danger-hover', 4.5],
  ['primary', 'primary-soft', 4.5],
  ['text-3', 'neutral-soft', 4.5],
  ...surfaces.map((s) => ['fair', s, 3] as const),
];

describe('the colours', () => {
  it.each(['light', 'dark'] as const)('have the contrast they need, %s', (scheme) => {
    const short = pairs
      .map(([a, b, least]) => ({ a, b, least, ratio: contrast(colour(a, scheme), colour(b, scheme)) }))
      .filter(({ ratio, least }) => ratio < least)
      .map(({ a, b, least, ratio }) => `${a} on ${b}: ${ratio.toFixed(2)} < ${least}`);
    expect(short).toEqual([]);
  });

  it.each([
    ['ready', 'green', 90, 150],
    ['fair', 'yellow', 45, 65],
    ['danger', 'red', 345, 360],
  ] as const)('%s is %s in both themes (A-55)', (token, _name, from, to) => {
    for (const scheme of ['light', 'dark'] as const) {
      const hue = hueOf(colour(token, scheme));
      expect(hue > from && hue <= to, `${scheme}: ${hue}`).toBe(true);
    }
  });

  it('are the identity’s own', () => {
    expect(colour('primary', 'light')).toBe('#5b3cc4');
    expect(colour('primary', 'dark')).toBe('#b6a4ff');
    expect(contrast(colour('text', 'light'), colour('bg', 'light')).toFixed(2)).toBe('15.44');
    expect(contrast(colour('waiting', 'dark'), colour('waiting-soft', 'dark')).toFixed(2)).toBe('7.00');
  });
});

describe('the theme', () => {
  it('follows the device only when it is automatic', () => {
    expect(resolveScheme('auto', true)).toBe('dark');
    expect(resolveScheme('auto', false)).toBe('light');
    expect([resolveScheme('light', true), resolveScheme('dark', false)]).toEqual(['light', 'dark']);
  });
});
