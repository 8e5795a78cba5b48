import {
  type Reading,
  type ReadingKind,
  readingSchema,
  type SourcePreview,
  sourceFormats,
} from '#shared/consents/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { readCsv } from './csv.ts';
import { previewCsv } from './preview-csv.ts';
import type { RecordReader } from './record-reader.ts';
import { isWorkbook } from './xlsx/archive.ts';
import { previewXlsx } from './xlsx/preview-xlsx.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** A file that is looked at before it is read. */
interface SourceLook {
  readonly file: string;
  readonly sizeBytes: number;
  /** Its first bytes. */
  readonly head: Buffer;
  /** Pieces from further down. */
  readonly samples: () => Promise<readonly Buffer[]>;
}

/** How a kind of file is recognised, shown and read. */
interface SourceReader<Kind extends Reading> {
  /** By its first bytes; `maybe`: it is where no other kind is sure. */
  readonly detect: (head: Buffer) => 'sure' | 'maybe' | 'no';
  /** Previews the source: settings that were given are taken, and the rest is guessed. */
  readonly preview: (
    look: SourceLook,
    given: Partial<Reading>,
    signal: AbortSignal,
  ) => Promise<SourcePreview>;
  readonly read: RecordReader<Kind>;
}

type Readers = { readonly [Kind in ReadingKind]: SourceReader<Extract<Reading, { kind: Kind }>> };

const [csvSchema, xlsxSchema] = readingSchema.options;

// Settings of one kind of file say nothing of another.
const readers: Readers = {
  csv: {
    detect: () => 'maybe',
    preview: async ({ head, samples, sizeBytes }, given) =>
      previewCsv(
        { head, others: await samples(), sizeBytes },
        csvSchema.partial().safeParse(given).data ?? {},
      ),
    read: readCsv,
  },
  xlsx: {
    detect: (head) => (isWorkbook(head) ? 'sure' : 'no'),
    preview: ({ file }, given, signal) =>
      previewXlsx(file, xlsxSchema.partial().safeParse(given).data ?? {}, signal),
    read: readXlsx,
  },
};

/** The kind of a file by its first bytes: the one that is sure, else the first that may be. */
function kindOf(head: Buffer): ReadingKind {
  const kinds = idsOf(sourceFormats);
  const among = (wanted: 'sure' | 'maybe') => kinds.find((kind) => readers[kind].detect(head) === wanted);
  return among('sure') ?? among('maybe') ?? 'csv';
}

/** Says how a file would be read, by the reader of its kind. @throws what the readers throw */
export function previewSource(
  look: SourceLook,
  given: Partial<Reading>,
  signal: AbortSignal,
): Promise<SourcePreview> {
  return readers[kindOf(look.head)].preview(look, given, signal);
}

/** Reads the records of a file by the reader of its kind. @throws what the readers throw */
export const readRecords: RecordReader<Reading> = (file, reading, context, onRecord) => {
  // The table pairs each kind with the reader of its settings, which its type says and a look-up forgets.
  const { read } = readers[reading.kind] as SourceReader<Reading>;
  return read(file, reading, context, onRecord);
};
