import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedSamples, refusedSamples, sampleSurroundings } from './layer-samples.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');

interface Finding {
  code: string;
  filename: string;
}

let tree: string;
let findings: Map<string, string[]>;

async function put(file: string, source: string): Promise<void> {
  await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
  await writeFile(path.join(tree, file), `${source}\n`);
}

async function lint(): Promise<Map<string, string[]>> {
  const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = await run(process.execPath, [oxlint, '--format=json'], {
    cwd: tree,
    maxBuffer: 64e6,
  }).catch((error: { stdout: string }) => error);
  const { diagnostics }: { diagnostics: Finding[] } = JSON.parse(stdout);
  const byFile = new Map<string, string[]>();
  for (const { filename, code } of diagnostics) {
    const file = path.relative(tree, path.resolve(tree, filename));
    byFile.set(file, [...(byFile.get(file) ?? []), code.replace(/^.*\((.*)\)$/, '$1')]);
  }
  return byFile;
}

describe('the fence between the layers', () => {
  beforeAll(async () => {
    tree = await mkdtemp(path.join(tmpdir(), 'marche fence '));
    for (const file of [
      '.oxlintrc.json',
      'package.json',
      ...(await readdir(root)).filter((name) => name.startsWith('tsconfig')),
    ]) {
      await cp(path.join(root, file), path.join(tree, file));
    }
    await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it('is written by its generator, and nobody edited it', async () => {
    const generator = path.join(root, 'scripts', 'lint-layers.mjs');
    const { stdout } = await run(process.execPath, [generator, '--print']);
    expect(await readFile(path.join(root, '.oxlintrc.json'), 'utf8')).toBe(stdout);
  });

  it('names only folders and packages that exist', async () => {
    const generator = path.join(root, 'scripts', 'lint-layers.mjs');
    const { stdout } = await run(process.execPath, [generator, '--names']);
    const { vendors, files }: { vendors: string[]; files: string[] } = JSON.parse(stdout);
    const manifest: { dependencies: object; devDependencies: object } = JSON.parse(
      await readFile(path.join(root, 'package.json'), 'utf8'),
    );
    const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    const known = (vendor: string): boolean =>
      vendor === 'node:*' ||
      installed.some(
        (name) => name === vendor || name.startsWith(`${vendor}/`) || name.startsWith(vendor.replace('*', '')),
      );
    expect(vendors.filter((vendor) => !known(vendor))).toEqual([]);
    const folders = files.map((file) => path.dirname(file));
    expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
  });

  it('refuses every forbidden sample by the rule that was meant', async () => {
    for (const [file, , source] of refusedSamples) await put(file, source);
    for (const [file, source] of sampleSurroundings) await put(file, source);
    findings = await lint();
    const missed = refusedSamples.filter(([file, rule]) => !findings.get(file)?.includes(rule));
    expect(
      missed.map(([file, rule]) => `${file}: ${rule}, but found ${findings.get(file)?.join(' ') ?? 'nothing'}`),
    ).toEqual([]);
  });

  it('accepts every allowed sample', async () => {
    await rm(path.join(tree, 'src'), { recursive: true });
    for (const [file, source] of allowedSamples) await put(file, source);
    findings = await lint();
    const wronged = allowedSamples.filter(([file]) => findings.get(file)?.some((rule) => rule !== 'no-unused-vars'));
    expect(wronged.map(([file]) => `${file}: ${findings.get(file)?.join(' ')}`)).toEqual([]);
  });
});

describe('the pure layers', () => {
  it('never construct a Date from the present moment', async () => {
    const files: string[] = [];
    for (const layer of ['src/domain', 'src/contract', 'src/texts', 'src/sync']) {
      for (const name of await readdir(path.join(root, layer), { recursive: true })) {
        const isPure = layer !== 'src/sync' || path.basename(name).startsWith('core');
        if (isPure && /\.tsx?$/.test(name) && !/\.test\./.test(name)) files.push(path.join(layer, name));
      }
    }
    expect(files.length).toBeGreaterThan(10);
    const guilty: string[] = [];
    for (const file of files) {
      if (/new Date\(\s*\)|\bDate\(\)/.test(await readFile(path.join(root, file), 'utf8'))) guilty.push(file);
    }
    expect(guilty).toEqual([]);
  });
});
