import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,protocol,api,architecture,spec}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    // A shared machine stops for seconds now and then; what passed at the second try only is named at the end.
    retry: 1,
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
