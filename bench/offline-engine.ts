import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LaunchOptions, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { budgetLine, quantile, ratioLine, timesLine } from './report.ts';
import { servePage } from './serve-page.ts';

const commandCount = 5_000;
const offlineHours = 72;
const answerAfterMs = 20;

/**
 * Serves the page's script, and answers a command after 20 ms; returns the URL and a function that stops the server.
 */
async function serve(): ReturnType<typeof servePage> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'engine-page.ts')],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  return servePage((request, response) => {
    request.resume();
    if (request.method === 'POST')
      return setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end('{"ver":1}');
      }, answerAfterMs);
    const isScript = request.url === '/engine-page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script src="/engine-page.js"></script>');
  });
}

/** Budgets: p95 until a command is on the disk, with any number of waiting commands; commands a second of a drain. */
const longestMs = 20;
const leastPerSecond = 20;

/** A command is accepted once it is on disk. */
async function strictCommit(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const [count, queued] of [
    [200, 0],
    [100, commandCount],
  ]) {
    const { ours, bare } = await page.evaluate<{ ours: number[]; bare: number[] }>(`bench.taps(${count}, ${queued})`);
    lines.push(
      timesLine('bare strict put of the same record', bare),
      timesLine(`tap accepted, ${queued} queued`, ours),
      budgetLine(
        `tap accepted, ${queued} queued: p95 in ms`,
        quantile(ours, 0.95),
        longestMs,
        quantile(ours, 0.95).toFixed(1),
      ),
      ratioLine(`tap to bare put, ${queued} queued, ratio`, ours, bare),
    );
  }
  return lines;
}

async function drained(page: Page): Promise<string[]> {
  const bare = await page.evaluate<number>(`bench.bareFetches(${commandCount})`);
  const ours = await page.evaluate<number>(`bench.drain(${commandCount}, ${offlineHours})`);
  const line = (name: string, value: string, unit = ''): string => `${name.padEnd(52)} ${value.padStart(14)}${unit}`;
  return [
    line('bare fetches, 4 at a time', bare.toFixed(1), ' /s'),
    line(`drain of ${commandCount} after ${offlineHours} h`, ours.toFixed(1), ' /s'),
    budgetLine('drain: ms for each command', 1_000 / ours, 1_000 / leastPerSecond, (1_000 / ours).toFixed(1)),
    line('drain to bare fetches, ratio', (ours / bare).toFixed(2)),
  ];
}

/** Uses a profile on disk: a browser context without one keeps IndexedDB in memory. */
export async function offlineEngine(options: LaunchOptions): Promise<string[]> {
  const profile = mkdtempSync(path.join(tmpdir(), 'marche bench '));
  const host = await serve();
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const page = await context.newPage();
    await page.goto(host.url);
    return [...(await strictCommit(page)), ...(await drained(page))];
  } finally {
    await context.close();
    host.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
