import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { previewOf } from '#main/services/throttle/stored/preview.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { type KnownLog, knownLogs, loggedRequests } from '../truth/logs.ts';

const folder = startedOnce(temporaryDirectory);

async function previewed(bytes: string | Uint8Array) {
  const path = join(folder.path, 'given');
  writeFileSync(path, bytes);
  const { files } = await previewOf([{ path, name: 'given' }]);
  if (files[0] === undefined) throw new Error('One file has one preview');
  return files[0];
}

const isDocument = ({ name }: KnownLog) => name.startsWith('HAR');

test.each(knownLogs)(
  'the first lines of $name stand in columns, packed or not, though the rest is missing',
  async (log) => {
    const requests = loggedRequests(5, 400, log.isWholeSeconds);
    const text = log.text(requests);
    const packed = gzipSync(text);
    for (const bytes of [Buffer.from(text).subarray(0, 3_000), packed.subarray(0, packed.length / 2)]) {
      const { lines, columns, rows } = await previewed(bytes);
      expect(lines[0]).not.toBe('');
      if (isDocument(log)) {
        expect([columns, rows]).toEqual([[], []]);
        continue;
      }
      expect(rows.length).toBeGreaterThan(3);
      for (const [at, row] of rows.slice(0, 3).entries()) {
        expect(row).toHaveLength(columns.length);
        expect(row.some((cell) => cell.includes(requests[at]?.address ?? '-'))).toBe(true);
        expect(row.some((cell) => cell.includes(requests[at]?.path ?? '-'))).toBe(true);
      }
    }
  },
);

test('what cannot be read has its lines alone', async () => {
  expect(await previewed('<!doctype html>\n<title>Sign in</title>\n')).toMatchObject({
    format: null,
    lines: ['<!doctype html>', '<title>Sign in</title>', ''],
    columns: [],
    rows: [],
  });
});
