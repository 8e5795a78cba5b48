import type { ExchangeView } from '#shared/api/index.ts';
import type { Lane } from '#shared/flows/script.ts';

/** One arrow of a run, with its record. */
export interface ExportedStep {
  readonly number: number;
  readonly from: Lane;
  readonly to: Lane;
  readonly method: string;
  readonly path: string;
  readonly state: 'done' | 'failed' | 'current' | 'waiting' | 'not-reached' | 'unseen';
  readonly status: number | null;
  readonly remark: string;
  /** Edits to its request, in a few words; empty: none. */
  readonly edits: string;
  /** As screens show it, secrets masked; null where nobody could look. */
  readonly exchange: ExchangeView | null;
}

/** A run as it leaves the application. */
export interface ExportedRun {
  readonly number: number;
  readonly title: string;
  /** The server: its name or address. */
  readonly server: string;
  readonly clientId: string;
  readonly username: string | null;
  readonly startedAtMillis: number;
  readonly state: string;
  /** One sentence: how it ended. */
  readonly note: string;
  readonly steps: readonly ExportedStep[];
}

/** A text for use outside the application, and the names of its redacted values. */
export interface ExportedText {
  readonly text: string;
  readonly redacted: readonly string[];
}
