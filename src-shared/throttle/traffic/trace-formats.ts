import type { FileFormat } from '../../files/index.ts';

/**
 * The formats of recorded requests, in the order in which a text is tried. To add a format, start here: the compiler
 * names each place that lacks it.
 */
export const traceKinds = ['har', 'kong', 'envoy', 'access-log', 'ndjson', 'csv'] as const;
export type TraceKind = (typeof traceKinds)[number];

const lines: FileFormat = { endings: ['ndjson', 'jsonl'], mediaTypes: ['application/x-ndjson'] };
const log: FileFormat = { endings: ['log'], looseEndings: ['txt', 'gz'], mediaTypes: ['text/plain'] };

/** The files that they stand in: which format one has is told from its text. */
export const traceFormats: Readonly<Record<TraceKind, FileFormat>> = {
  har: { endings: ['har'], looseEndings: ['json'], mediaTypes: ['application/json'] },
  csv: {
    endings: ['csv', 'tsv'],
    looseEndings: ['txt'],
    mediaTypes: ['text/csv', 'text/tab-separated-values'],
  },
  ndjson: lines,
  'access-log': log,
  envoy: log,
  kong: { ...lines, looseEndings: ['log'] },
};
