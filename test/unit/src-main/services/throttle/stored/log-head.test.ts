import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { headOfFile } from '#main/services/throttle/stored/log-head.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedOnce(temporaryDirectory);

function headOf(bytes: Uint8Array) {
  const path = join(folder.path, 'given');
  writeFileSync(path, bytes);
  return headOfFile({ path });
}

const headBytes = 65_536;
/** A line that differs each time, so that packing it does not make it vanish. */
const line = (index: number) => `${index},${Math.imul(index + 1, 0x9e37_79b1) >>> 0},/orders\n`;
const text = Array.from({ length: 40_000 }, (_, index) => line(index)).join('');

describe('the beginning of a packed file', () => {
  test('is as long as that of another one', async () => {
    const expected = { text: text.slice(0, headBytes), isPacked: true, isCut: true };
    expect(await headOf(gzipSync(text))).toEqual(expected);
    expect(await headOf(Buffer.from(text))).toEqual({ ...expected, isPacked: false });
  });

  test('is cut although it holds less than is looked at', async () => {
    const packed = gzipSync(text, { level: 0 });
    expect((await headOf(packed)).text.length).toBeLessThan(headBytes);
    expect((await headOf(packed)).isCut).toBe(true);
  });

  test('is the whole of a short one', async () => {
    const expected = { text: 'a\n', isPacked: true, isCut: false };
    expect(await headOf(gzipSync('a\n'))).toEqual(expected);
    expect(await headOf(Buffer.from('a\n'))).toEqual({ ...expected, isPacked: false });
  });

  test('is what can be had of a file that is cut or broken', async () => {
    const packed = gzipSync(text.slice(0, 40_000));
    const { text: cut } = await headOf(packed.subarray(0, packed.length / 2));
    expect(cut.length).toBeGreaterThan(10_000);
    expect(text.startsWith(cut)).toBe(true);
    const broken = Buffer.concat([packed, gzipSync('').subarray(0, 10), Buffer.alloc(100, 0xff)]);
    expect(text.startsWith((await headOf(broken)).text)).toBe(true);
    expect((await headOf(Buffer.from([0x1f, 0x8b, 0xff, 0xff]))).text).toBe('');
  });

  test('keeps nobody waiting while it is unpacked, however much it holds', async () => {
    const packed = gzipSync(Buffer.alloc(60_000_000));
    const shares: number[] = [];
    // Other work of the machine makes one of them long now and then, and not all.
    for (let round = 0; round < 3; round += 1) {
      const before = performance.eventLoopUtilization();
      expect((await headOf(packed)).text).toHaveLength(headBytes);
      const { active } = performance.eventLoopUtilization(before);
      const start = performance.now();
      gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
      shares.push(active / (performance.now() - start));
    }
    expect(Math.min(...shares)).toBeLessThan(0.5);
  });
});
