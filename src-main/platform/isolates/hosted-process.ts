import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { HeapBound } from './heap-bounds.ts';
import type { StartIsolate } from './isolate.ts';
import { createProcessStart, type FromProcess, type ProcessEnd, type ToProcess } from './process-isolate.ts';

/** A process that the host is to start for the engine, which is a thread of it. */
export interface WantedProcess {
  /** File that it begins with, as a URL. */
  readonly entry: string;
  readonly heap: HeapBound;
  /** The host's end of what they say about it; where it closes, the process ends. */
  readonly port: MessagePort;
}

/** From the engine to the host. */
export type ToHost = { readonly send: ToProcess } | { readonly end: true };

/** From the host to the engine. */
export type FromHost = { readonly heard: FromProcess } | { readonly gone: ProcessEnd };

/** Makes what starts isolates as processes of the host: `ask` takes the wish to it. */
export function createHostedStart(ask: (wanted: WantedProcess) => Promise<unknown>): StartIsolate {
  return createProcessStart((entry, heap, { heard, gone }) => {
    const { port1: own, port2: port } = new MessageChannel();
    const isGone = new Promise<void>((resolve) => own.once('close', resolve));
    own.on('message', (message: FromHost) => {
      if ('heard' in message) return heard(message.heard);
      gone(message.gone);
      own.close();
    });
    own.once('close', () => gone({ said: 'The host closed the process.' }));
    ask({ entry: entry.href, heap, port }).catch((error: unknown) => {
      gone({ said: error instanceof Error ? error.message : String(error) });
      own.close();
    });
    const post = (message: ToHost) => own.postMessage(message);
    return {
      send: (message) => post({ send: message }),
      hold: (isHeld) => (isHeld ? own.ref() : own.unref()),
      kill() {
        // The caller listens for its end first.
        own.ref();
        post({ end: true });
        return isGone;
      },
    };
  });
}
