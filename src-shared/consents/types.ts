import type { Problem } from '../errors/index.ts';
import type { Mapping, Reading, RowFlag, RowOutcome, UserAttribute } from './job.ts';
import type { RowPlace } from './source/row-place.ts';

/** A preview of a file, before any of it is imported. */
export interface SourcePreview {
  /** As it would be read; what was not given is guessed. */
  readonly reading: Reading;
  readonly guesses: readonly ReadingGuess[];
  /** Sheets of a workbook; rows as far as the workbook says. */
  readonly sheets: readonly { readonly name: string; readonly rows: number | null }[];
  /** Names of the columns, each once: a second `mail` is `mail (2)`. */
  readonly columns: readonly string[];
  /** The first records of the file, header included: the header row is chosen among them. */
  readonly firstRecords: readonly (readonly string[])[];
  /** Where each of them stands in the file. */
  readonly firstPlaces: readonly RowPlace[];
  /** The first rows below the header. */
  readonly rows: readonly (readonly string[])[];
  /** Rows with characters beyond ASCII, by which a person sees whether the encoding is right. */
  readonly nonAscii: readonly { readonly row: number; readonly text: string }[];
  readonly sizeBytes: number;
  readonly problems: readonly Problem[];
}

/** One guess, how sure it is (0 … 1), and why. */
export interface ReadingGuess {
  readonly what: 'encoding' | 'delimiter' | 'quote' | 'headerRow' | 'sheet' | 'dateSystem';
  readonly value: string;
  readonly confidence: number;
  readonly reason: string;
}

/** The result of reading a whole file. */
export interface Ingested {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Of rows, with their numbers: the first thousand. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
}

/** A column and what it would be mapped to, with the confidence (0 … 1) and the reason. */
export interface MappingSuggestion {
  readonly mapping: Partial<Mapping>;
  readonly reasons: readonly {
    readonly target: keyof Mapping;
    readonly column: string;
    readonly confidence: number;
    readonly reason: string;
  }[];
}

/** A value of a column, and how many rows have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A way to read the times of a column. */
export interface DateCandidate {
  readonly format: string;
  /** How many of the rows with a value it can read. */
  readonly reads: number;
  /** Rows that say the same by no other candidate that reads as many: what decides for this one. */
  readonly deciding: number;
  readonly examples: readonly { readonly text: string; readonly iso: string }[];
}

/** The combined findings on all rows of a date column. */
export interface DateSurvey {
  readonly values: number;
  readonly empty: number;
  /** The best first. */
  readonly candidates: readonly DateCandidate[];
  /** Formats that read some cell as different times, none of them ruled out: a person has to say which is meant. */
  readonly inDoubt: readonly string[];
  /**
   * The formats that together read the most, each with the values that those before it do not read: more than one where
   * no single format reads all.
   */
  readonly together: readonly { readonly format: string; readonly reads: number }[];
  /** Values that no format reads. */
  readonly unreadable: number;
  /** Values that are times and name no zone. */
  readonly zoneless: number;
  /** By the chosen reading, or the best candidate; null without one. */
  readonly minMillis: number | null;
  readonly maxMillis: number | null;
  readonly future: number;
  readonly before1990: number;
  /** The first values that no candidate of choice reads, by the numbers of the spreadsheet. */
  readonly unread: readonly { readonly row: number; readonly text: string }[];
}

/** The content of the mapped columns of a file. */
export interface Survey {
  readonly rows: number;
  readonly users: { readonly distinct: number; readonly empty: number; readonly examples: readonly string[] };
  /** The most frequent first, at most a thousand; empty where the mapping gives a constant. */
  readonly agreements: readonly ValueCount[];
  readonly languages: readonly ValueCount[];
  readonly dates: DateSurvey | null;
}

/** A revision of a text. */
export interface PlatformRevision {
  readonly id: string;
  readonly effectiveAtMillis: number;
  readonly requireReconsent: boolean;
}

export interface PlatformLanguage {
  readonly id: string;
  readonly locale: string;
  readonly displayName: string;
  readonly isEnabled: boolean;
  /** The revision that the platform itself names as current. */
  readonly currentRevisionId: string | null;
  readonly revisions: readonly PlatformRevision[];
}

export interface PlatformAgreement {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Days until a consent expires, with fractions; null: never. */
  readonly reconsentPeriodDays: number | null;
  readonly languages: readonly PlatformLanguage[];
}

/** The data found at the target. The users lie in a file beside it: one line `["key","id",…]` a key. */
export interface Resolution {
  readonly environmentId: string;
  readonly resolvedAtMillis: number;
  readonly userAttribute: UserAttribute;
  readonly agreements: readonly PlatformAgreement[];
}

/** One text that rows consent to. */
export interface PlanText {
  readonly agreementId: string;
  readonly languageId: string;
  readonly revisionId: string;
}

/** The first line of a plan file; each further line is a `PlanRow`. */
export interface PlanHead {
  readonly version: 1;
  readonly hash: string;
  readonly environmentId: string;
  readonly frozenAtMillis: number;
  readonly texts: readonly PlanText[];
}

/**
 * The data sent for a row: `consentedAtMillis` null is the time of sending, `flags` are bits in the order of
 * `rowFlags`.
 */
export type PlanRow = readonly [
  row: number,
  userId: string,
  text: number,
  consentedAtMillis: number | null,
  flags: number,
];

/** A row as the grid shows it. */
export interface ImportRow {
  /** Counted from 1, below the header. */
  readonly row: number;
  readonly place: RowPlace;
  /** With the fixes in force. */
  readonly cells: readonly string[];
  /** Columns whose cells were fixed. */
  readonly fixed: readonly string[];
  /** null before it is planned. */
  readonly outcome: RowOutcome | null;
  readonly flags: readonly RowFlag[];
  /** The problem, in a sentence; empty if there is none. */
  readonly message: string;
  /** The column that it is about. */
  readonly column: string | null;
  /** A correction that would help, such as the user that was meant. */
  readonly suggestion: string | null;
  /** Once it was sent, or not. */
  readonly settlement: RowSettlement | null;
}

export interface ImportRowPage {
  readonly rows: readonly ImportRow[];
  /** Rows that the filter lets through. */
  readonly total: number;
}

/** The possible outcomes of a row at the target. */
export const settlementStatuses = [
  'accepted',
  /** The platform had the very same consent, or a newer one. */
  'already-same',
  'already-newer',
  'failed',
  /** Sent, and nobody knows whether it was taken: it is sent again. */
  'unknown',
  'restored',
  'revoked',
  'not-restorable',
] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

export interface RowSettlement {
  readonly row: number;
  readonly status: SettlementStatus;
  readonly httpStatus: number | null;
  /** Of the error body: `code`, and that of its first detail. */
  readonly code: string;
  readonly errorId: string;
  readonly message: string;
  readonly userId: string;
  readonly revisionId: string;
  readonly sentAtMillis: number | null;
  readonly attempts: number;
  /** The exchange in Activity; null where it is not known. */
  readonly exchangeId: string | null;
}
