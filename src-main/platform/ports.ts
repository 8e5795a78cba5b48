import type { Exchange } from '#shared/exchange/index.ts';
import type { PackedExchange } from './exchange-codec.ts';

/** Structured log; every value passes the redactor before it is written. */
export interface Logger {
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** What is stored under a kind and an id: any JSON value. */
export interface StoredRecord<T = unknown> {
  readonly id: string;
  readonly value: T;
}

export interface PutOptions {
  /** The record is dropped by `purgeExpired` after this instant. */
  readonly expiresAtMillis?: number;
  /** The value is encrypted at rest. */
  readonly sealed?: boolean;
}

/**
 * Documents by kind and id. `put` and `remove` are buffered and on disk within 100 ms; `commit` resolves when
 * everything buffered before it has been committed (grouped with other callers' commits).
 */
export interface RecordStore {
  put(kind: string, id: string, value: unknown, options?: PutOptions): void;
  remove(kind: string, id: string): void;
  commit(): Promise<void>;
  /** One record, or null; sees what was buffered before. */
  get<T>(kind: string, id: string): Promise<T | null>;
  /** All records of a kind in the order of their ids; sees what was buffered before. */
  list<T>(kind: string): Promise<readonly StoredRecord<T>[]>;
  purgeExpired(nowMillis: number): Promise<number>;
}

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

/** Exchanges on disk: sealed, bounded by count and bytes, newest first. */
export interface ExchangeStore {
  /** Returns how many were not taken because too many wait to be written. */
  append(exchanges: readonly PackedExchange[]): number;
  get(id: string): Promise<Exchange | null>;
  page(query: ExchangeQuery): Promise<ExchangePage>;
  count(): Promise<number>;
  clear(): Promise<void>;
}

/** All that lies sealed in a state. */
export interface SealedState {
  /**
   * Seals everything anew under another key of 32 bytes, all or nothing; what cannot be opened stays as it is.
   * Returns how many values were sealed anew.
   * @throws secret.key-invalid
   */
  rotateKey(newKey: Uint8Array): Promise<number>;
  /** Removes what the key at hand cannot open; returns how many values that were. */
  forgetUnopened(): Promise<number>;
}

/** The state of one workspace. */
export interface Storage {
  /** Absent where nothing is sealed. */
  readonly sealed?: SealedState;
  readonly records: RecordStore;
  readonly exchanges: ExchangeStore;
  /** Commits what is buffered and closes; idempotent. */
  close(): Promise<void>;
}
