import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type HeapBound, heapFlags } from './heap-bounds.ts';
import { isolateEnvironment } from './isolate-environment.ts';
import {
  createProcessStart,
  type FromProcess,
  type LaunchedProcess,
  type LaunchProcess,
  type ProcessEvents,
} from './process-isolate.ts';

/** Of what a process writes when it gives up, the beginning says why. */
const maxSaidCharacters = 8_192;

/** Starts an isolate as a process of Node: what a host without Electron does. */
export const startForked = createProcessStart(forkedProcess());

function forkedProcess(): LaunchProcess {
  return (entry, heap, { heard, gone }) => {
    const child = begin(entry, heap);
    if (child instanceof Error) return stillborn(child, gone);
    const said = keepText(child);
    const isGone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      // One that did not come about has no exit.
      child.once('error', () => resolve());
    });
    child.on('message', (message) => heard(message as FromProcess));
    child.on('error', (error) => gone({ said: error.message }));
    // Not at its exit: its last messages may still be on their way.
    child.once('close', (code, signal) =>
      gone({ said: said() || `The process ended with ${signal ?? code}.` }),
    );
    return {
      // A message that cannot be sent means that the process is gone; its end is reported separately.
      send: (message) => void (child.connected && child.send(message, () => {})),
      hold: (isHeld) => holdAll(child, isHeld),
      kill() {
        // The caller listens for its end first.
        holdAll(child, true);
        child.kill('SIGKILL');
        return isGone;
      },
    };
  };
}

/** Reports a failed start in the same way as the end of a process. */
function begin(entry: URL, heap: HeapBound): ChildProcess | Error {
  try {
    // By the pipe at its standard input it learns that nobody is left, however busy it is.
    return fork(fileURLToPath(entry), [], {
      execArgv: [...heapFlags(heap)],
      env: isolateEnvironment(process.env),
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function stillborn({ message }: Error, gone: ProcessEvents['gone']): LaunchedProcess {
  setImmediate(() => gone({ said: message }));
  return { send: () => {}, hold: () => {}, kill: () => Promise.resolve() };
}

function keepText(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < maxSaidCharacters) text += chunk;
  });
  // The process reports its own end.
  child.stdin?.on('error', () => {});
  return () => text.trim();
}

/** A process, its channel and its pipes keep this one alive or do not. */
function holdAll(child: ChildProcess, isHeld: boolean): void {
  const handles: unknown[] = [child, child.channel, child.stdin, child.stderr];
  for (const handle of handles) {
    const act: unknown = Reflect.get(Object(handle), isHeld ? 'ref' : 'unref');
    if (typeof act === 'function') Reflect.apply(act, handle, []);
  }
}
