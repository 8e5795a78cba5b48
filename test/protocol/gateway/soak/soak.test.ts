import { expect, test } from 'vitest';
import { smallCap } from './routes.ts';
import { runSoak } from './soak.ts';

/** How long the load lasts, and how many keys have to come by; the named run takes ten minutes and ten million. */
const durationMillis = Number(process.env['GATEHOUSE_SOAK_MILLIS'] ?? 8_000);
const keys = Number(process.env['GATEHOUSE_SOAK_KEYS'] ?? 10_000);
const mebibyte = 1_048_576;
const mayGrowBytes = 96 * mebibyte;

test('under mixed load, reloads and failures of the upstream no decision is wrong, nobody is dropped, memory stays', {
  timeout: durationMillis * 3 + 60_000,
}, async () => {
  const report = await runSoak({
    durationMillis,
    keys,
    ...(durationMillis > 60_000 ? { onProgress: (text) => process.stdout.write(`${text}\n`) } : {}),
  });
  expect(report.examples).toEqual([]);
  expect(report.wrong).toBe(0);
  expect(report.keys).toBeGreaterThanOrEqual(keys);
  expect(report.reloads).toBeGreaterThan(0);
  expect(report.upstreamFailures).toBeGreaterThan(0);
  expect(report.last.groups[1]).toBeLessThanOrEqual(smallCap);
  expect(report.maxHeapBytes).toBeLessThan(report.settledHeapBytes + mayGrowBytes);
  // Buckets that are full again are forgotten: what is left are those of the last moments.
  expect(report.maxGroups).toBeLessThan(report.keys);
});
