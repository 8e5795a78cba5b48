import type { Problem } from '#shared/errors/problem.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { PackedExchange } from './exchange-codec.ts';
import type { StoredSummary } from './exchange-summary.ts';

/** Structured log; every value passes the redactor before it is written. */
export interface Logger {
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** The entry files of the workers, as URLs. */
export interface WorkerFiles {
  readonly storage: string;
  readonly har: string;
  readonly activity: string;
  readonly script: string;
  readonly simulation: string;
  readonly consent: string;
  readonly contract: string;
}

/** A record stored under a kind and an id: its value is any JSON value. */
export interface StoredRecord<T = unknown> {
  readonly id: string;
  readonly value: T;
}

export interface PutOptions {
  /** The record is dropped by `purgeExpired` after this instant. */
  readonly expiresAtMillis?: number;
  /** The value is encrypted at rest. */
  readonly sealed?: boolean;
  /**
   * Written in batches, for a tenth of the cost of single writes: for a kind with very many records that are
   * listed and not read one by one. Applies to all puts of a kind or to none; not together with `sealed`.
   * Expired records are removed together with the rest of their batch.
   */
  readonly inGroups?: boolean;
}

/**
 * Documents by kind and id. `put` and `remove` are buffered and on disk within 100 ms; `commit` resolves when
 * everything buffered before it has been committed (grouped with other callers' commits).
 */
export interface RecordStore {
  put(kind: string, id: string, value: unknown, options?: PutOptions): void;
  remove(kind: string, id: string): void;
  commit(): Promise<void>;
  /** True if the last write failed and its data waits to be tried again: nothing that has to last may begin now. */
  isStuck(): boolean;
  /** One record, or null; includes buffered changes. */
  get<T>(kind: string, id: string): Promise<T | null>;
  /** All records of a kind in the order of their ids; includes buffered changes. */
  list<T>(kind: string): Promise<readonly StoredRecord<T>[]>;
  purgeExpired(nowMillis: number): Promise<number>;
  /** How many records of these kinds there are, and how much they take. */
  usage(kinds: readonly string[]): Promise<StoredUsage>;
  /** Removes all records of these kinds; returns how many there were. */
  clear(kinds: readonly string[]): Promise<number>;
}

export interface StoredUsage {
  readonly count: number;
  readonly sizeBytes: number;
}

/** Kinds of the records of the platform sandbox, for who empties it without having loaded it. */
export const sandboxRecordKinds = {
  entity: 'platform.entity',
  user: 'platform.user',
  consent: 'platform.consent',
  activity: 'platform.activity',
  seed: 'platform.seed',
} as const;

/**
 * Kind of the jobs that mask and lint imports for the linter, for registering it without loading that code.
 */
export const contractSourceJobKind = 'contract-source';

/** Folder below a state for files that were imported for the linter, each in one of its own. */
export const contractSourcesFolder = 'contract';
/** Kind of the records by which fixes of the linter are undone. */
export const contractUndoKind = 'contract-undo';

/** Kind of the records that say what people noted on an exchange; the id is the exchange's. It stays while there is one. */
export const exchangeNoteKind = 'exchange-note';

export interface ExchangePage {
  readonly items: readonly Exchange[];
  /** Pass as `before` for the next older page; null at the end. */
  readonly nextBefore: string | null;
}

export interface ExchangeQuery {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly service?: string | undefined;
  readonly tag?: string | undefined;
}

/** How much is kept of what nobody noted; beyond it the oldest go. */
export interface ExchangeBounds {
  readonly maxExchanges: number;
  readonly maxExchangeBytes: number;
}

/** Exchanges on disk: sealed, bounded by count and bytes, in the order in which they came. */
export interface ExchangeStore {
  /** Returns how many were not taken because too many wait to be written. */
  append(exchanges: readonly PackedExchange[]): number;
  /** Exchanges so far that were taken and could not be written after all. */
  lost(): number;
  get(id: string): Promise<Exchange | null>;
  /** Newest first. */
  page(query: ExchangeQuery): Promise<ExchangePage>;
  count(): Promise<number>;
  usage(): Promise<StoredUsage>;
  /** Removes all, whatever was noted on them. */
  clear(): Promise<void>;
  /** Applies other limits from now on, and drops everything from before `sinceMillis` of real time. */
  retain(bounds: ExchangeBounds, sinceMillis: number | null): Promise<void>;
  /** Calls back after exchanges were committed, or lost. */
  onWritten(listener: () => void): () => void;
}

/** A piece of the stored exchanges that changes as a whole: the same number and revision hold the same exchanges. */
export interface SummaryBlock {
  readonly sequence: number;
  readonly revision: number;
}

/**
 * All blocks at one moment, the oldest first, with their content; null if the present key does not open it.
 */
export interface SummarySnapshot {
  readonly blocks: readonly SummaryBlock[];
  load(block: SummaryBlock): readonly StoredSummary[] | null;
}

/** Where an index of the exchanges reads from. */
export interface SummarySource {
  /** Hands over what there is, unless nothing has changed since the last time. */
  read(take: (snapshot: SummarySnapshot) => void): void;
  close(): void;
}

/** Everything that is sealed in a state. */
export interface SealedState {
  /**
   * Seals everything anew under another key of 32 bytes, all or nothing; what cannot be opened stays as it is.
   * Returns how many values were sealed anew.
   * @throws secret.key-invalid
   */
  rotateKey(newKey: Uint8Array): Promise<number>;
  /** How many values the key at hand does not open. */
  unopened(): Promise<number>;
  /** Removes what the key at hand cannot open; returns how many values that were. */
  forgetUnopened(): Promise<number>;
}

/**
 * Tests whether a problem with this code means that the state is damaged, or cannot be written or read: it may work
 * later.
 */
export function isStateFailure(code: string): boolean {
  return code === 'state.unwritable' || code === 'state.corrupt';
}

/** Consequences if some records of a kind are missing, or are as they were before. */
export interface RecordGuard {
  readonly kind: string;
  /**
   * Treatment of an item that has no record. `taken`: it passes, as a used assertion does, so that one record that
   * cannot be read casts doubt on the kind.
   */
  readonly withoutRecord: 'refused' | 'taken';
  /** The kinds whose earlier records are no longer accepted while this kind is in doubt. */
  readonly ends: readonly string[];
}

/** The state of one workspace. */
export interface Storage {
  /** Problems of the state, found when it was opened and since. */
  readonly problems: readonly Problem[];
  /**
   * Kinds of records that are incomplete or out of date, with the last time at which that was found, in
   * milliseconds of real time.
   */
  readonly doubts: ReadonlyMap<string, number>;
  /** Absent where nothing is sealed. */
  readonly sealed?: SealedState;
  readonly records: RecordStore;
  readonly exchanges: ExchangeStore;
  /** The database, for a thread that reads it by itself; or else a source in this one. */
  readonly summaries:
    | { readonly kind: 'database'; readonly directory: string; readonly sealKey: () => Uint8Array }
    | { readonly kind: 'memory'; readonly source: SummarySource };
  /** Size of the state on the disk, in bytes. */
  sizeBytes(): Promise<number>;
  /** Returns the space of removed data to the disk, unless that delays commits. */
  shrink(): Promise<void>;
  /** Commits the buffered changes and closes; idempotent. */
  close(): Promise<void>;
}
