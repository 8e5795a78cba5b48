import type { MessagePort } from 'node:worker_threads';
import type { KeyPlaceName } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { WantedProcess } from './isolates/index.ts';

/** Requests that the engine may make to the host that runs it, each with its answer. */
export interface HostAsks {
  /** A random key, kept durably beside the present one; the same again until it is kept or dropped. */
  readonly 'next-key': { readonly input: null; readonly answer: Uint8Array };
  /** The next key takes the place of the present one. */
  readonly 'keep-key': { readonly input: null; readonly answer: null };
  /** The next key is not wanted. */
  readonly 'drop-key': { readonly input: null; readonly answer: null };
  /** Opens another workspace in place of this one; answered once it may be, before this engine ends. */
  readonly 'open-workspace': {
    readonly input: {
      readonly directory: string;
      /** A state that may be its own is taken over or left alone; absent: `state.moved` asks. */
      readonly state?: 'adopt' | 'new' | undefined;
      /** The one that is open is closed and opened anew. */
      readonly isAgain?: boolean | undefined;
    };
    readonly answer: { readonly directory: string };
  };
  /** Starts a process that the engine, a thread of the host, cannot start by itself; answered at once. */
  readonly 'start-process': { readonly input: WantedProcess; readonly answer: null };
}

export type HostAskName = keyof HostAsks;

/** One ask on its way to the host. */
export type HostAsk = {
  readonly [K in HostAskName]: {
    readonly id: number;
    readonly name: K;
    readonly input: HostAsks[K]['input'];
  };
}[HostAskName];

/** The answer on its way back. */
export type HostReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: Problem };

/** The engine's way to its host. */
export interface HostLink {
  readonly keyKeptIn: KeyPlaceName;
  /** @throws what the host says: secret.key-fixed, state.unwritable, workspace.missing, … */
  ask<K extends HostAskName>(name: K, input: HostAsks[K]['input']): Promise<HostAsks[K]['answer']>;
}

/** The engine's end: sends asks by `post`, with the ports that move, and is handed the answers. */
export function createHostLink(
  keyKeptIn: KeyPlaceName,
  post: (ask: HostAsk, moved: readonly MessagePort[]) => void,
): HostLink & { take(answer: HostReply): void } {
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
  >();
  let last = 0;
  return {
    keyKeptIn,
    ask<K extends HostAskName>(name: K, input: HostAsks[K]['input']) {
      const id = (last += 1);
      return new Promise<HostAsks[K]['answer']>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        const ask = { id, name, input } as HostAsk;
        post(ask, ask.name === 'start-process' ? [ask.input.port] : []);
      });
    },
    take(answer) {
      const waiter = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.ok) waiter?.resolve(answer.value);
      else waiter?.reject(GatehouseError.fromProblem(answer.problem));
    },
  };
}
