import { describe, expect, test } from 'vitest';
import { fromBase64, pieceBytes, receivePieces, sendPieces, toBase64 } from '#renderer/api/pieces.ts';

/** Bytes of every value, more than two pieces of them. */
const bytes = Uint8Array.from({ length: 2 * pieceBytes + 7 }, (_, at) => (at * 31 + (at >> 8)) % 256);

async function sent(file: Blob, signal = new AbortController().signal) {
  const pieces: { offset: number; base64: string }[] = [];
  const progress: number[] = [];
  await sendPieces(file, {
    send: async (piece) => pieces.push(piece),
    onProgress: (done) => progress.push(done),
    signal,
  });
  return { pieces, progress };
}

describe('a file that is sent', () => {
  test('arrives byte for byte, in pieces that follow each other', async () => {
    const { pieces, progress } = await sent(new Blob([bytes]));
    expect(pieces.map(({ offset }) => offset)).toEqual([0, pieceBytes, 2 * pieceBytes]);
    const arrived = new Uint8Array(bytes.length);
    for (const { offset, base64 } of pieces) arrived.set(fromBase64(base64), offset);
    expect(Buffer.compare(arrived, bytes)).toBe(0);
    expect(progress.at(-1)).toBe(bytes.length);
  });

  test('is in pieces that the engine takes', async () => {
    const { pieces } = await sent(new Blob([bytes]));
    expect(Math.max(...pieces.map(({ base64 }) => base64.length))).toBeLessThanOrEqual(2_800_000);
  });

  test('is one empty piece where it is empty', async () => {
    const { pieces } = await sent(new Blob([]));
    expect(pieces).toEqual([{ offset: 0, base64: '' }]);
  });

  test('stops between two pieces when a person cancels', async () => {
    const controller = new AbortController();
    let calls = 0;
    const sending = sendPieces(new Blob([bytes]), {
      send: async () => {
        calls += 1;
        controller.abort();
      },
      onProgress: () => undefined,
      signal: controller.signal,
    });
    await expect(sending).rejects.toThrow();
    expect(calls).toBe(1);
  });
});

describe('a file that an import gives out', () => {
  const engine = (content: Uint8Array, pieceSize: number) => async (offset: number) => ({
    fileName: 'result.csv',
    base64: toBase64(content.subarray(offset, offset + pieceSize)),
    sizeBytes: content.length,
  });
  const signal = new AbortController().signal;

  test('is put together from its pieces', async () => {
    const progress: number[] = [];
    const content = bytes.subarray(0, 10_000);
    const { fileName, bytes: got } = await receivePieces({
      get: engine(content, 4_096),
      onProgress: (done) => progress.push(done),
      signal,
    });
    expect(fileName).toBe('result.csv');
    expect(Buffer.compare(got, content)).toBe(0);
    expect(progress).toEqual([4_096, 8_192, 10_000]);
  });

  test('may be empty, and ends where the engine has nothing more to give', async () => {
    const none = { get: engine(new Uint8Array(), 10), onProgress: () => undefined, signal };
    expect((await receivePieces(none)).bytes).toHaveLength(0);
    const short = async () => ({ fileName: 'x', base64: '', sizeBytes: 10 });
    expect((await receivePieces({ ...none, get: short })).bytes).toHaveLength(0);
  });

  test('is given up when a person stops it', async () => {
    const controller = new AbortController();
    const receiving = receivePieces({
      get: engine(bytes, 1_000),
      onProgress: () => controller.abort(),
      signal: controller.signal,
    });
    await expect(receiving).rejects.toThrow();
  });
});
