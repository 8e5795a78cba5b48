import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { type DevtoolsPipe, openDevtoolsPipe } from './devtools-pipe.ts';

/** A browser that runs for us. */
export interface BrowserProcess {
  readonly pipe: DevtoolsPipe;
  /** How the process ended; it settles once, also where it could not be started. */
  readonly exited: Promise<BrowserExit>;
  /** The last lines that it wrote as errors. */
  complaints(): string;
  /** Asks it to close, and ends it with all its children where it does not within the time. */
  stop(withinMillis: number): Promise<void>;
}

/** The end of the browser: of its own accord or not, and the known reason if not. */
export interface BrowserExit {
  readonly isClean: boolean;
  readonly reason: string;
}

const keptComplaints = 4_000;
/** How long the last words of a process are waited for, in milliseconds. */
const lastWordsMillis = 500;

/** Starts a browser in a process group of its own, with the debugging pipe on descriptors 3 and 4: no port is opened. */
export function startBrowserProcess(path: string, switches: readonly string[]): BrowserProcess {
  const child = spawn(path, ['--remote-debugging-pipe', ...switches], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: false,
  });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-keptComplaints);
  });
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Writable && output instanceof Readable))
    throw new Error('The operating system provided no pipe for the browser.');
  const pipe = openDevtoolsPipe(input, output);
  const exited = new Promise<BrowserExit>((resolve) => {
    child.once('error', (error) => resolve({ isClean: false, reason: error.message }));
    child.once('exit', (code, signal) => {
      // Processes that it leaves behind end with it; after that, its last output has arrived.
      killGroup(child);
      const settle = () => resolve({ isClean: code === 0, reason: signal ?? `exit code ${code}` });
      child.once('close', settle);
      setTimeout(settle, lastWordsMillis);
    });
  });
  return {
    pipe,
    exited,
    complaints: () => complaints.trim(),
    async stop(withinMillis) {
      // It hangs up instead of answering.
      pipe.send('Browser.close', undefined).catch(() => undefined);
      const timer = setTimeout(() => killGroup(child), withinMillis);
      await exited;
      clearTimeout(timer);
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}

/** The user that runs the engine, as far as the browser's sandbox needs to know. */
export interface RunningAs {
  /** The administrator of a system with POSIX users. */
  readonly isRoot: boolean;
  readonly isContainer: boolean;
}

/** Reports whether this process runs as root, and in a container. */
export function runningAs(): RunningAs {
  return {
    isRoot: process.platform === 'linux' && process.getuid?.() === 0,
    isContainer: ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path)),
  };
}
