import { createDeadline } from './deadline.ts';
import type { HeapBound } from './heap-bounds.ts';
import type { IsolateEnd, StartIsolate } from './isolate.ts';

/** Messages of a process to its parent. */
export type FromProcess =
  | { readonly told: unknown }
  /** An exception that nobody caught: it is about to end. */
  | { readonly broke: string };

/** Messages to a process: first the data of its start. */
export type ToProcess = { readonly data: unknown } | { readonly told: unknown };

/** End of a process that was not killed: code or signal, and its last output. */
export interface ProcessEnd {
  readonly said: string;
}

export interface ProcessEvents {
  heard(message: FromProcess): void;
  /** It is gone. Told once; may be told of one that was killed. */
  gone(end: ProcessEnd): void;
}

/** A process under way. */
export interface LaunchedProcess {
  /** Messages sent before it listens wait for it. */
  send(message: ToProcess): void;
  hold(isHeld: boolean): void;
  /** Ends it whatever it does; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Begins a process with a module, under a bound of its heap. */
export type LaunchProcess = (entry: URL, heap: HeapBound, events: ProcessEvents) => LaunchedProcess;

/** Makes what starts isolates as processes: each has a cage of its own, and none ends with another. */
export function createProcessStart(launch: LaunchProcess): StartIsolate {
  return (options) => {
    const deadline = createDeadline(() => finish({ why: 'deadline' }));
    let isOver = false;
    let broke: string | null = null;
    const child = launch(options.url, options.heap, {
      heard(message) {
        if (isOver) return;
        deadline.heard();
        if ('told' in message) options.hear(message.told as Parameters<typeof options.hear>[0]);
        else broke = message.broke;
      },
      gone: ({ said }) => finish(endOf(broke ?? said, broke === null)),
    });
    child.send({ data: options.data });

    function finish(end: IsolateEnd): void {
      if (isOver) return;
      isOver = true;
      deadline.set(null);
      void child.kill();
      options.ended(end);
    }

    return {
      tell: (told) => {
        if (!isOver) child.send({ told });
      },
      expectWithin: deadline.set,
      hold: child.hold,
      async end() {
        finish({ why: 'asked' });
        await child.kill();
      },
    };
  };
}

/** V8 says why it gives up, in all hosts alike, and ends the process. */
function endOf(said: string, isByItself: boolean): IsolateEnd {
  if (isByItself && said.includes('heap out of memory'))
    return { why: 'memory', cause: new Error('The process exceeded its heap limit.') };
  return { why: 'broken', cause: new Error(said) };
}
