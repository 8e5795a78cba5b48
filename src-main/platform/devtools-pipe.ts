import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { Listeners } from '#shared/listeners/listeners.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';

/** A command that a browser accepts. https://chromedevtools.github.io/devtools-protocol/ */
export type DevtoolsCommand = keyof ProtocolMapping.Commands;

/** Parameters of a command; undefined: none. */
type ParametersOf<C extends DevtoolsCommand> = ProtocolMapping.Commands[C]['paramsType'] extends readonly [
  infer Parameters,
]
  ? Parameters
  : ProtocolMapping.Commands[C]['paramsType'][number] | undefined;

/** Something that the browser tells unasked; `sessionId` names the target, absent for the browser itself. */
export interface DevtoolsEvent {
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string | undefined;
}

/** A conversation with a browser over its debugging pipe. */
export interface DevtoolsPipe {
  /** Asks for something and gives the answer, which is the browser's and read by who asked. @throws DevtoolsFailure */
  send<C extends DevtoolsCommand>(method: C, params: ParametersOf<C>, sessionId?: string): Promise<unknown>;
  onEvent(listener: (event: DevtoolsEvent) => void): () => void;
  /** Fails what was asked in these sessions: a browser does not always answer for a target that it has closed. */
  abandon(sessionIds: ReadonlySet<string>): void;
  /** Settles once the browser has hung up. */
  readonly closed: Promise<void>;
}

/** The browser refused a command, or hung up or closed the target before it answered. */
export class DevtoolsFailure extends Error {
  override readonly name = 'DevtoolsFailure';
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
  readonly sessionId?: unknown;
}

interface Waiting {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the DevTools protocol in its pipe form: JSON texts, each ended by a NUL byte. */
export function openDevtoolsPipe(input: Writable, output: Readable): DevtoolsPipe {
  const waiting = new Map<number, Waiting>();
  const listeners = new Listeners<[event: DevtoolsEvent]>();
  let lastId = 0;
  let isClosed = false;

  function take(text: string): void {
    const message = parseMessage(text);
    if (message === null) return;
    const { id, method, params, result, error } = message;
    if (typeof id !== 'number') {
      if (typeof method !== 'string') return;
      const sessionId = typeof message.sessionId === 'string' ? message.sessionId : undefined;
      listeners.tell({ method, params, sessionId });
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new DevtoolsFailure(`${asked.method}: ${String(error.message)}`));
  }

  function fail(why: string, isMeant: (asked: Waiting) => boolean): void {
    for (const [id, asked] of waiting) {
      if (!isMeant(asked)) continue;
      waiting.delete(id);
      asked.reject(new DevtoolsFailure(`${asked.method}: ${why}.`));
    }
  }

  const closed = new Promise<void>((resolve) => {
    const hangUp = () => {
      isClosed = true;
      fail('the browser closed the connection', () => true);
      resolve();
    };
    for (const event of ['end', 'close', 'error'] as const) output.once(event, hangUp);
    // Writing to a browser that is gone fails: the other end tells of it.
    input.on('error', hangUp);
  });
  splitAtNul(output, take);

  return {
    closed,
    send(method, params, sessionId) {
      if (isClosed)
        return Promise.reject(new DevtoolsFailure(`${method}: the browser closed the connection.`));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { method, sessionId, resolve, reject });
        input.write(`${JSON.stringify({ id, method, params: params ?? {}, sessionId })}\0`);
      });
    },
    onEvent: listeners.add,
    abandon(sessionIds) {
      fail('the target is closed', ({ sessionId }) => sessionId !== undefined && sessionIds.has(sessionId));
    },
  };
}

function parseMessage(text: string): Message | null {
  const value = parsedJson(text);
  return isJsonObject(value) ? value : null;
}

/** Calls back with each text that a NUL byte ends; a long one is put together once. */
function splitAtNul(output: Readable, take: (text: string) => void): void {
  let parts: Buffer[] = [];
  output.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const whole = Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
      take(whole.toString('utf8'));
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
}
