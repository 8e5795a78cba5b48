import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { readLog, recognise } from '#main/services/throttle/pure/import/index.ts';
import type { LogImportPreview } from '#shared/api/index.ts';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import type { LogFileInput } from './log-bytes.ts';

const headBytes = 65_536;
const shownLines = 8;
const shownColumns = 24;
const shownCharacters = 400;

/** The recognised format and the first lines of some logs. */
export async function previewOf(files: readonly LogFileInput[]): Promise<LogImportPreview> {
  const previews: LogImportPreview['files'] = [];
  for (const { path, name } of files) {
    const bytes = await beginOf(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = new TextDecoder().decode(isPacked ? unpacked(bytes) : bytes);
    const lines = text.split('\n', shownLines).map((line) => line.replace(/\r$/, ''));
    const format = recognise(text);
    previews.push({
      name,
      format,
      isPacked,
      lines: lines.map((line) => line.slice(0, shownCharacters)),
      ...(format === null ? noColumns : columnsOf(lines, format)),
    });
  }
  return { files: previews };
}

const noColumns: Columns = { columns: [], rows: [] };

type Columns = Pick<LogImportPreview['files'][number], 'columns' | 'rows'>;

/** The first lines as the reader of their format takes them apart; a document that is cut has no columns. */
function columnsOf(lines: readonly string[], format: TraceKind): Columns {
  const columns: string[] = [];
  const found: (readonly [names: readonly string[], values: readonly string[]])[] = [];
  const log = readLog(format, {
    add(names, values) {
      for (const name of names)
        if (columns.length < shownColumns && !columns.includes(name)) columns.push(name);
      found.push([[...names], [...values]]);
      return -1;
    },
    leaveOut: () => undefined,
  });
  try {
    log.push(`${lines.join('\n')}\n`);
    log.finish();
  } catch {
    return noColumns;
  }
  const rows = found.map(([names, values]) =>
    columns.map((column) => (values[names.indexOf(column)] ?? '').slice(0, shownCharacters)),
  );
  return { columns, rows };
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
