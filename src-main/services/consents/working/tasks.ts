import type {
  DateReading,
  Fix,
  ImportJob,
  ImportMatches,
  ImportRowPage,
  Ingested,
  Mapping,
  MappingSuggestion,
  PlanSummary,
  Reading,
  Resolution,
  RowFlag,
  RowOutcome,
  SourcePreview,
  Survey,
} from '#shared/consents/index.ts';
import type { ReadingContext } from '../reading/index.ts';

/** Which rows a page is taken of; `problems` are those that nobody sends before something is done. */
export type RowFilter = 'all' | 'problems' | 'failed' | RowOutcome | RowFlag;

/** Facts of a plan about its rows and the target, besides the rows themselves. */
export interface Planned {
  readonly summary: PlanSummary;
  readonly matches: Pick<
    ImportMatches,
    'users' | 'unmatchedUsers' | 'agreements' | 'languages' | 'texts' | 'reconsent' | 'warnings'
  >;
}

/** All tasks on a file or its rows, with their inputs and results. */
export interface ImportTasks {
  /** Reads the head of a file only; missing settings are guessed. */
  preview(input: { readonly file: string; readonly given: Partial<Reading> }): SourcePreview;
  /** Reads a whole file into its data directory. */
  ingest(input: { readonly file: string; readonly reading: Reading; readonly directory: string }): Ingested;
  suggest(input: { readonly directory: string }): MappingSuggestion;
  /** Checks all rows, and writes the keys of the users to be looked up at the target. */
  survey(input: {
    readonly directory: string;
    readonly mapping: Mapping;
    readonly dates: DateReading | null;
    readonly fixes: readonly Fix[];
    readonly nowMillis: number;
  }): Survey;
  /** Decides on every row, and writes the data to be sent. */
  plan(input: {
    readonly directory: string;
    readonly job: ImportJob;
    readonly resolution: Resolution;
    readonly nowMillis: number;
  }): Planned;
  /** A page of rows; their settlements are left out. */
  rows(input: {
    readonly directory: string;
    readonly fixes: readonly Fix[];
    readonly filter: RowFilter;
    readonly offset: number;
    readonly limit: number;
    /** The rows that the target refused, in their order: what the filter `failed` lets through. */
    readonly failedRows?: readonly number[];
  }): ImportRowPage;
  /** Writes the file that says what became of each row, or the one of those rows that have to be done again. */
  result(input: {
    readonly directory: string;
    readonly job: ImportJob;
    readonly what: 'result' | 'errors';
    /** Path of a file with a `RowSettlement` a line; of a row's settlements the last holds. */
    readonly settlements: string;
    /** Path of the file that is written. */
    readonly target: string;
  }): { readonly sizeBytes: number };
}

export type TaskName = keyof ImportTasks;
export type TaskInput<Name extends TaskName> = Parameters<ImportTasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = ReturnType<ImportTasks[Name]>;

/** How a task receives a stop request and reports its progress. */
export type TaskContext = ReadingContext;
