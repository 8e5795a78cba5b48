import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import type { LogFileInput } from './log-bytes.ts';

const headBytes = 65_536;

/** The beginning of a file as text, unpacked where it is packed. */
export async function headOfFile({
  path,
}: Pick<LogFileInput, 'path'>): Promise<{ readonly text: string; readonly isPacked: boolean }> {
  const bytes = await beginOf(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { text: new TextDecoder().decode(isPacked ? unpacked(bytes) : bytes), isPacked };
}

/** The format that the name of a file tells: a table of one column has nothing in its text that does. */
export function formatOfName(name: string): TraceKind | null {
  return /\.(?:csv|tsv)(?:\.gz)?$/i.test(name) ? 'csv' : null;
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
