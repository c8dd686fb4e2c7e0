import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** A bug that `npm run sim -- --mutants` plants for one run: `{ file, find, replace }`. */
const bug: { file: string; find: string; replace: string } | null = JSON.parse(process.env['PLANTED_BUG'] ?? 'null');

/** The tests that boot the app. */
const screens = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.replaceAll(path.sep, '/')))
  .filter((file) => file.endsWith('.test.tsx') && readFileSync(file, 'utf8').includes('#testing/render-app.ts'));

export default defineConfig({
  plugins:
    bug === null
      ? []
      : [
          {
            name: 'planted-bug',
            enforce: 'pre',
            transform: (code, id) =>
              path.resolve(id.split('?')[0] ?? '') === path.resolve(bug.file)
                ? code.replace(bug.find, () => bug.replace)
                : null,
          },
        ],
  test: {
    environment: 'node',
    // One throw-away PostgreSQL for all workers.
    globalSetup: ['server/db/test-cluster.ts'],
    // Tests of screens wait for the database and for timers, so there is one worker more than processors.
    maxWorkers: 3,
    // Far more than they take: a slow machine is no defect of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: screens,
        },
      },
      {
        extends: true,
        // The transform of the build, which React's production code needs.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'screens',
          include: screens,
          setupFiles: ['src/testing/production-react.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'sim/**/*.test.ts'],
          // The server has no state outside its instances, so its files share one copy of its modules.
          isolate: false,
        },
      },
    ],
  },
});
