import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// A copy that Stryker has made: its tests run where their sources are mutated.
const root = process.cwd();

/** The tests of the area that is mutated now, as `stryker.ts` names them. */
export default defineConfig({
  root: resolve(root),
  test: {
    environment: 'node',
    include: (process.env['GATEHOUSE_MUTATED_TESTS'] ?? '').split(' '),
    setupFiles: [join(root, 'test/support/english.ts')],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
