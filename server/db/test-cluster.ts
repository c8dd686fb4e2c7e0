import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from './embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster as its superuser; empty when the cluster did not start. */
    postgresUrl: string;
  }
}

/**
 * Vitest's global setup, of the root for all projects, which inherit its call too: one PostgreSQL without fsync, in a
 * temporary folder, for the whole run. Where it cannot start, tests without a database still run;
 * `createTestDatabase('')` throws with an explanation. The tests that have to fail with a planted bug
 * (`npm run sim -- --mutants`) need none.
 */
export default async function startTestCluster(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.isRootProject() || process.env['PLANTED_BUG'] !== undefined) return undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marche-test-'));
  const say = (line: string): void => project.vitest.logger.log(`[postgres] ${line}`);
  const cluster = await startEmbeddedPostgres({ dataDir, log: say, durable: false }).catch((error: unknown) => {
    say(`not available: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  project.provide('postgresUrl', cluster?.url ?? '');
  return async () => {
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
