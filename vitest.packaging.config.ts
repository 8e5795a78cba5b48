import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/packaging/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    retry: 1,
    reporters: ['default', ['json', { outputFile: '.reports/packaging.json' }]],
  },
});
