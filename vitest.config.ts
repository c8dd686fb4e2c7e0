import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'sim/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['server/db/test-cluster.ts'],
    // One throw-away PostgreSQL for all workers; more of them than processors only makes both slower.
    maxWorkers: 2,
    // Far more than they take: a slow machine is no defect of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
