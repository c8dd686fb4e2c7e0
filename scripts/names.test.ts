import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The router's generator wants this name in every file of a route. */
const repeated = new Set(['Route']);

it('no exported name stands for two things', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => existsSync(file) && !/\.(test|spec|gen)\./.test(file));
  const homes = new Map<string, string[]>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^export (?:async )?(?:const|function|type|interface|class) (\w+)/gm,
    ))
      homes.set(name, [...(homes.get(name) ?? []).filter((other) => other !== file), file]);
  expect([...homes].filter(([name, where]) => where.length > 1 && !repeated.has(name))).toEqual([]);
});
