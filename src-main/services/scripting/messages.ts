/** A request that a script sends with `http`. */
export interface ScriptRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly entity: unknown;
}

export interface ScriptHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** The result of a script. */
export type ScriptResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'rate'; readonly numberOfRequests: unknown; readonly duration: unknown }
  /** Something that is neither, as JSON; null where that is too long, or it has no such form. */
  | { readonly kind: 'value'; readonly json: string | null };

/** Messages to the worker of a script. */
export type ToWorker =
  | { readonly kind: 'load'; readonly body: string; readonly bindings: readonly string[] }
  | { readonly kind: 'run'; readonly id: number; readonly bindings: string; readonly limitMillis: number }
  | {
      readonly kind: 'sent';
      readonly id: number;
      readonly answer: ScriptHttpResponse | null;
      readonly error: string;
    };

/** Messages from the worker. */
export type FromWorker =
  /** The script is loaded: from now on its time counts. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly result: string }
  | {
      readonly kind: 'failed';
      /** null: while it was loaded. */
      readonly id: number | null;
      readonly message: string;
      readonly line: number | null;
      readonly isTimeout: boolean;
    }
  | {
      readonly kind: 'send';
      readonly id: number;
      /** The run that sends it. */
      readonly run: number;
      readonly request: ScriptRequest;
    }
  | { readonly kind: 'log'; readonly level: string; readonly text: string };
