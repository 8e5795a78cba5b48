import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ShuffledUnits } from './scripts/support/shuffled-units.ts';
import { unitOrderVariable } from './scripts/support/unit-order.ts';

/** Tests for continuous integration only, for their length (`npm test -- --all`), by path. */
const long = [
  'test/protocol/attacks/verdicts.test.ts',
  'test/protocol/attacks/foreign.test.ts',
  'test/protocol/attacks/drawn-catalogue.test.ts',
  'test/protocol/attacks/truth/truth.test.ts',
  'test/protocol/{host,consents}/crash.test.ts',
  'test/protocol/flows/unattended-often.test.ts',
  'test/protocol/gateway/soak/soak.test.ts',
  'test/protocol/consents/spreadsheets.test.ts',
  'test/unit/src-main/services/throttle/pure/import/many-keys.test.ts',
];
/** Of these `npm test` runs a part. */
const inPart = ['test/protocol/attacks/verdicts.test.ts', 'test/protocol/attacks/truth/truth.test.ts'];

/** A test that hangs is ended; how long one takes on a machine that is busy with other work says nothing. */
const maxMillis = 240_000;

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: maxMillis,
    hookTimeout: maxMillis,
    // Most of what a worker or a host costs is compiling the same modules once more.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.reports/compile-cache') },
    expect: { poll: { timeout: maxMillis / 2 } },
    maxWorkers: 2,
    ...(process.env[unitOrderVariable] === undefined ? {} : { sequence: { sequencer: ShuffledUnits } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{unit,architecture,spec}/**/*.test.{ts,tsx}'],
          exclude: long,
          setupFiles: ['test/support/english.ts'],
          // Imported modules are evaluated once a worker: files that leave nothing behind need no isolation.
          isolate: false,
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'protocol',
          include: ['test/{protocol,api}/**/*.test.ts'],
          exclude: long.filter((file) => !inPart.includes(file)),
          isolate: false,
          pool: 'forks',
        },
      },
      { extends: true, test: { name: 'long', include: long, pool: 'forks' } },
      // Attacks on the built host, replayed.
      { extends: true, test: { name: 'hostile', include: ['test/hostile/**/*.test.ts'], pool: 'forks' } },
    ],
  },
});
