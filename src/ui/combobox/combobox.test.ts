import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mantineVariablesCss } from './mantine-theme.ts';
import { matching } from '#domain/search.ts';

/** Removes formatting, because the formatter may change it. */
const bare = (css: string): string => css.replaceAll(/\s+/g, '').replaceAll('"', "'").toLowerCase();

describe('the kit’s static variables', () => {
  it('are those of the theme: run `node scripts/theme-variables.mjs` after a change', () => {
    const written = readFileSync(new URL('mantine-variables.css', import.meta.url), 'utf8');
    expect(bare(written)).toBe(bare(mantineVariablesCss()));
    expect(written).toContain('--mantine-color-jacaranda-6: #5b3cc4');
  });
});

describe('searching the options', () => {
  const options = ['Sol Ramírez', 'Ana Gómez', 'Ramón Sola'].map((label) => ({ label }));

  it('finds words in any order, accents aside', () => {
    expect(matching(options, 'ramirez sol')).toEqual([options[0]]);
    expect(matching(options, 'SOL')).toEqual([options[0], options[2]]);
    expect(matching(options, '  ')).toBe(options);
    expect(matching(options, 'zzz')).toEqual([]);
  });
});
