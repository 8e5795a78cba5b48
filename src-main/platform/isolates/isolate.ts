import type { HeapBound } from './heap-bounds.ts';

/** Why an isolate is over. */
export type IsolateEnd =
  /** Ended by its starter. */
  | { readonly why: 'asked' }
  /** It was not heard of in time. */
  | { readonly why: 'deadline' }
  /** It needed more memory than it may have. */
  | { readonly why: 'memory'; readonly cause: unknown }
  /** It broke, or left by itself. */
  | { readonly why: 'broken'; readonly cause?: unknown };

export interface IsolateOptions<Tells> {
  /** Module that it begins with: it calls `connectParent`. */
  readonly url: URL;
  /** More ends it. */
  readonly heap: HeapBound;
  /** Data that it receives at its start. */
  readonly data?: unknown;
  hear(message: Tells): void;
  /** Told once, whatever the end was; nothing is heard after it. */
  ended(end: IsolateEnd): void;
}

/** Code beside the engine that can be ended whatever it does: it shares no memory and answers by messages. */
export interface Isolate<Told> {
  tell(message: Told): void;
  /** Ends it unless it is heard of within so many milliseconds, and again after that; null: it may be silent. */
  expectWithin(millis: number | null): void;
  /** Sets whether the process has to wait for it. */
  hold(isHeld: boolean): void;
  /** Ends it now. */
  end(): Promise<void>;
}

/** Starts an isolate, as a thread or as a process. */
export type StartIsolate = <Told, Tells>(options: IsolateOptions<Tells>) => Isolate<Told>;
