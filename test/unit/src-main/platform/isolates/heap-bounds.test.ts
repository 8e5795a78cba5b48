import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  cageMebibytes,
  type HeapBound,
  heapFlags,
  limitsOf,
  processHeaps,
  reservedMebibytes,
  threadHeaps,
} from '#main/platform/isolates/heap-bounds.ts';

const sum = ({ oldMebibytes, youngMebibytes }: HeapBound) => oldMebibytes + youngMebibytes;
const sources = fileURLToPath(new URL('../../../../../src-main', import.meta.url));

/** Every file of the engine and its hosts that has a text in it. */
function filesWith(text: string): readonly string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && readFileSync(join(sources, file), 'utf8').includes(text))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

describe('the heaps of one process', () => {
  test('fit together into the cage that its threads share in Electron', () => {
    const together = Object.values(threadHeaps).reduce((all, heap) => all + sum(heap), 0);
    expect(together).toBeLessThanOrEqual(cageMebibytes - reservedMebibytes);
    expect(together).toBeLessThan(3_840);
  });

  test('are those of threads that are all started under their bound, at one place', () => {
    expect(filesWith('new Worker(')).toEqual(['platform/isolates/bounded-thread.ts']);
    expect(filesWith('resourceLimits')).toEqual(['platform/isolates/bounded-thread.ts']);
    // The engine, its storage and its index; the watch of a process; the scripts of a simulation, in its process.
    expect(filesWith('startBoundedThread(')).toEqual([
      'hosts/engine-client.ts',
      'platform/isolates/bounded-thread.ts',
      'platform/isolates/parent-link.ts',
      'platform/isolates/thread-isolate.ts',
      'services/storage/file-storage.ts',
    ]);
    expect(filesWith('startThread')).toEqual([
      'platform/isolates/index.ts',
      'platform/isolates/thread-isolate.ts',
      'services/activity/activity-reader.ts',
      'services/throttle/run-task.ts',
    ]);
  });

  test.each(Object.entries(processHeaps))('of a process for %s fit into a cage of its own', (kind, heap) => {
    // The scripts of a simulation are threads of its process.
    const scripts = kind === 'simulation' ? processHeaps.script.max * sum(processHeaps.script) : 0;
    expect(sum(heap) + scripts).toBeLessThan(cageMebibytes - reservedMebibytes);
    expect(heap.max).toBeGreaterThan(0);
  });

  test('are said alike to a thread and to a process', () => {
    const heap = { oldMebibytes: 64, youngMebibytes: 12 };
    expect(limitsOf(heap)).toEqual({ maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 12 });
    expect(heapFlags(heap)).toEqual(['--max-old-space-size=64', '--max-semi-space-size=4']);
  });
});
