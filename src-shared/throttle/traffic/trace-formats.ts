import type { FileFormat } from '../../files/index.ts';

/** The formats of recorded requests. To add a format, start here: the compiler names each place that lacks it. */
export const traceKinds = ['har', 'csv', 'ndjson'] as const;
export type TraceKind = (typeof traceKinds)[number];

/** The files that they stand in. */
export const traceFormats: Readonly<Record<TraceKind, FileFormat>> = {
  har: { endings: ['har'], looseEndings: ['json'], mediaTypes: ['application/json'] },
  csv: {
    endings: ['csv', 'tsv'],
    looseEndings: ['txt'],
    mediaTypes: ['text/csv', 'text/tab-separated-values'],
  },
  ndjson: { endings: ['ndjson', 'jsonl', 'log'], mediaTypes: ['application/x-ndjson'] },
};
