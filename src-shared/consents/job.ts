import { z } from 'zod';

/** How the text of a file is encoded. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
export const delimiters = [',', ';', '\t', '|'] as const;
export const quotes = ['"', "'", ''] as const;

/** Record, counted from 1, whose cells name the columns; null: none does, and columns are named by their number. */
const headerRow = z.int().min(1).max(1_000).nullable();

/** How a file is read. */
export const readingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('csv'),
    encoding: z.enum(encodings),
    delimiter: z.enum(delimiters),
    /** Empty: fields are never quoted. */
    quote: z.enum(quotes),
    headerRow,
  }),
  z.object({
    kind: z.literal('xlsx'),
    sheet: z.string().min(1).max(255),
    headerRow,
    /** Day from which serial numbers count. ECMA-376 part 1 §18.17.4 */
    dateSystem: z.union([z.literal(1900), z.literal(1904)]),
  }),
]);
export type Reading = z.infer<typeof readingSchema>;

/** Attributes by which users of the platform are found. */
export const userAttributes = ['id', 'username', 'email', 'externalId'] as const;
export type UserAttribute = (typeof userAttributes)[number];

/** The name of a column, or a value that holds for all rows. */
const columnOr = <T extends z.ZodRawShape>(more: T) =>
  z.union([z.object({ column: z.string(), ...more }), z.object({ constant: z.string().min(1).max(1_000) })]);

/** Which column says what. */
export const mappingSchema = z.object({
  user: z.object({
    column: z.string(),
    by: z.enum(userAttributes),
    /** External user to what `by` names, where a second file says so; keys that are not in it are unknown. */
    through: z
      .object({ fileName: z.string(), pairs: z.record(z.string(), z.string()) })
      .nullable()
      .default(null),
  }),
  agreement: columnOr({ by: z.enum(['id', 'name']) }),
  language: columnOr({ by: z.enum(['id', 'locale']) }),
  /** `constant`: an RFC 3339 time, or `now`. */
  consentedAt: columnOr({}),
});
export type Mapping = z.infer<typeof mappingSchema>;

/**
 * How times are written: `iso`, `epoch-seconds`, `epoch-millis`, `excel-1900`, `excel-1904`, or a pattern of
 * `yyyy`, `yy`, `MM`, `MMM`, `dd`, `HH`, `hh`, `mm`, `ss`, `SSS`, `a` and `XXX`.
 */
export const dateReadingSchema = z.object({
  format: z.string().min(1).max(40),
  /** Formats that read what those before them do not read, in this order. */
  otherFormats: z.array(z.string().min(1).max(40)).max(4).optional(),
  /** Of values that name none: `UTC`, an offset such as `+02:00`, or an IANA name. */
  zone: z.string().min(1).max(60),
});
export type DateReading = z.infer<typeof dateReadingSchema>;

/** The outcomes of a row before it is sent. */
export const rowOutcomes = [
  'ready',
  'missing-user',
  'unknown-user',
  'ambiguous-user',
  'missing-agreement',
  'unknown-agreement',
  'ambiguous-agreement',
  'missing-language',
  'unknown-language',
  'no-effective-revision',
  'agreement-disabled',
  'language-disabled',
  'date-missing',
  'date-unreadable',
  'date-future',
  'superseded',
  'duplicate',
  'unreadable-row',
  'excluded',
  // Outcomes are stored by their places: new ones come last.
  'empty-row',
  'date-skipped',
] as const;
export const rowOutcomeSchema = z.enum(rowOutcomes);
export type RowOutcome = (typeof rowOutcomes)[number];

/** Warnings about a row that is sent all the same. The order is that of the bits in a plan. */
export const rowFlags = [
  'language-fallback',
  'expired-on-load',
  'before-revision',
  'date-old',
  'reconsent-scheduled',
  'formula-value',
] as const;
export type RowFlag = (typeof rowFlags)[number];

/** A correction that lies over the file, which stays as it is. Later ones win. */
export const fixSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cell'), row: z.int().min(1), column: z.string(), value: z.string() }),
  /** Wherever the column has this value; spaces around it make no difference. */
  z.object({ kind: z.literal('replace'), column: z.string(), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('pick-user'), key: z.string(), userId: z.string() }),
  z.object({ kind: z.literal('exclude-row'), row: z.int().min(1) }),
  z.object({ kind: z.literal('exclude-outcome'), outcome: rowOutcomeSchema }),
  z.object({ kind: z.literal('exclude-flag'), flag: z.enum(rowFlags) }),
]);
export type Fix = z.infer<typeof fixSchema>;

/** How fast consents are sent: as was told, or as is learnt from refusals. */
export const paceSchema = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('told'),
    perSecond: z.number().positive().max(100_000),
    burst: z.int().min(1).max(100_000),
  }),
  z.object({ mode: z.literal('learned') }),
]);
export type Pace = z.infer<typeof paceSchema>;

export const loadingSchema = z.object({
  /** null: the limit of the target, or learnt where it names none. */
  pace: paceSchema.nullable().default(null),
  /** Most requests under way at once. */
  parallel: z.int().min(1).max(256).default(16),
  /** True if the previous state of each row is read: needed to recognise a newer consent, and for undo. */
  readBefore: z.boolean().default(true),
  /** True if an older consent may replace a newer one. */
  overwriteNewer: z.boolean().default(false),
});
export type Loading = z.infer<typeof loadingSchema>;

/** Reads of a target what a plan needs, and loads into it. */
const sourceSchema = z.object({
  /** Path relative to the job file. */
  file: z.string(),
  /** Name for people. */
  name: z.string(),
  sizeBytes: z.int().min(0),
  /** Hex; null until it was read. */
  sha256: z.string().nullable().default(null),
});

/** The summary of a frozen plan that stays in the job file. */
const planSchema = z.object({
  /** SHA-256, in hex, of file, reading, mapping, dates, fixes and everything that was found at the target. */
  hash: z.string(),
  frozenAtMillis: z.number(),
  rows: z.int(),
  outcomes: z.partialRecord(rowOutcomeSchema, z.int()),
  flags: z.partialRecord(z.enum(rowFlags), z.int()),
});
export type PlanSummary = z.infer<typeof planSchema>;

/** A job file: one import, from the file that is read to what is sent. */
export const importJobSchema = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[A-Za-z0-9_-]{4,64}$/),
  name: z.string().min(1).max(200),
  createdAtMillis: z.number(),
  source: sourceSchema,
  reading: readingSchema.nullable().default(null),
  mapping: mappingSchema.nullable().default(null),
  dates: dateReadingSchema.nullable().default(null),
  fixes: z.array(fixSchema).max(100_000).default([]),
  /** Name of a file in `platforms/`. */
  target: z.string().nullable().default(null),
  loading: loadingSchema.prefault({}),
  plan: planSchema.nullable().default(null),
});
export type ImportJob = z.infer<typeof importJobSchema>;
