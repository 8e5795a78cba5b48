import { readLog, recognise } from '#main/services/throttle/pure/import/index.ts';
import type { LogImportPreview } from '#shared/api/index.ts';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import type { LogFileInput } from './log-bytes.ts';
import { headOfFile } from './log-head.ts';

const shownLines = 8;
const shownColumns = 24;
const shownCharacters = 400;

/** The recognised format and the first lines of some logs. */
export async function previewOf(files: readonly LogFileInput[]): Promise<LogImportPreview> {
  const previews: LogImportPreview['files'] = [];
  for (const { path, name } of files) {
    const { text, isPacked } = await headOfFile({ path });
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
