import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { recognise } from '#main/services/throttle/pure/import/index.ts';
import type { LogImportPreview } from '#shared/api/index.ts';
import type { LogFileInput } from './log-text.ts';

const headBytes = 65_536;
const shownLines = 8;
const shownCharacters = 400;

/** The recognised format and the first lines of some logs. */
export async function previewOf(files: readonly LogFileInput[]): Promise<LogImportPreview> {
  const previews: LogImportPreview['files'] = [];
  for (const { path, name } of files) {
    const bytes = await beginOf(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = new TextDecoder().decode(isPacked ? unpacked(bytes) : bytes);
    const lines = text
      .split('\n', shownLines)
      .map((line) => line.replace(/\r$/, '').slice(0, shownCharacters));
    previews.push({ name, format: recognise(text), isPacked, lines });
  }
  return { files: previews };
}

async function beginOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The text that a cut piece of gzip holds; none where it is broken, which reading it says. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: headBytes * 1_024,
    }).subarray(0, headBytes);
  } catch {
    return Buffer.alloc(0);
  }
}
