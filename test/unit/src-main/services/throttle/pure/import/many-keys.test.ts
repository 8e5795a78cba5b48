import { expect, test } from 'vitest';
import { LogCollector, plainImport, readLogBytes } from '#main/services/throttle/pure/import/index.ts';
import { utf8 } from '#main/services/throttle/stored/log-bytes.ts';

const linesOfPiece = 10_000;

/** Lines of clients that come once each. */
function pieceOf(from: number): Uint8Array {
  const lines = Array.from({ length: linesOfPiece }, (_, index) => {
    const client = from + index;
    const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}-${client >> 24}`;
    return `${address} - - [10/Oct/2025:13:55:01 +0000] "GET /a HTTP/1.1" 200 12 "-" "curl/8"\n`;
  });
  return Buffer.from(lines.join(''));
}

test('a log of ten million clients is an error that says so before memory runs out', () => {
  const collector = new LogCollector({ ...plainImport, hash: (text) => text }, { add: () => undefined });
  const log = readLogBytes('access-log', collector.sink(), utf8);
  const all = () => {
    for (let from = 0; from < 10_000_000; from += linesOfPiece) log.push(pieceOf(from));
  };
  expect(all).toThrow(
    expect.objectContaining({
      code: 'traffic.too-large',
      message: 'The log has too many distinct values.',
      fix: 'Omit the query strings, or import a smaller part of the log.',
    }),
  );
  // As many as a hundred and sixty megabytes hold.
  expect(collector.count).toBeGreaterThan(2_000_000);
});
