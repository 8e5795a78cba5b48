import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeFlags } from '../../../scripts/run/node.mjs';
import { type ProcessCpu, readCpu } from './cpu.ts';

const startTimeoutMillis = 30_000;
const answerTimeoutMillis = 60_000;

/** A process of Node that has printed its first line. */
export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The first line, without its end. */
  readonly line: string;
  /** From the start of the process to its first line, in milliseconds of wall time. */
  readonly wallMillis: number;
  /** When it was started, on the clock of `performance.now`. */
  readonly startedMillis: number;
  /** CPU time used when its first line came. */
  readonly cpu: ProcessCpu;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** True if the program can be asked over a channel. */
  readonly hasChannel?: boolean;
}

const running = new Set<ChildProcess>();
// A run that is broken off leaves no server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of the benchmarks that can be asked over a channel. */
export function startProgram(name: string, ...args: readonly string[]): Promise<Child> {
  return startNode([programPath(name), ...args], { hasChannel: true });
}

/** The path of a program of the benchmarks. */
export function programPath(name: string): string {
  return join(import.meta.dirname, '../programs', name);
}

/**
 * Starts Node with arguments and waits for the first line on its standard output.
 * @throws Error with what it wrote to standard error, where it ends before that or takes longer than 30 s
 */
export async function startNode(args: readonly string[], options: StartOptions = {}): Promise<Child> {
  const startedMillis = performance.now();
  const channel = options.hasChannel === true ? (['ipc'] as const) : [];
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...channel],
    env: { ...process.env, ...options.env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const exited = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(String(code ?? signal))),
  );
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  const first = await firstLine(child, exited).catch(async (error: unknown) => {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${errors}`, { cause: error });
  });
  return {
    process: child,
    pid: child.pid ?? 0,
    startedMillis,
    ...first,
    stop,
    wallMillis: first.atMillis - startedMillis,
  };
}

interface FirstLine {
  readonly line: string;
  readonly atMillis: number;
  readonly cpu: ProcessCpu;
}

function firstLine(child: ChildProcess, exited: Promise<string>): Promise<FirstLine> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The process did not say that it is ready.')),
      startTimeoutMillis,
    );
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end < 0) return;
      // At once, before the process does anything else.
      const cpu = readCpu(child.pid ?? 0);
      clearTimeout(timer);
      resolve({ line: text.slice(0, end), atMillis: performance.now(), cpu });
      child.stdout?.removeAllListeners('data').resume();
    });
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The process ended with ${code} before it was ready.`));
    });
  });
}

/**
 * Asks a program of the benchmarks something over its channel and waits for the answer.
 * @throws Error where it ends before it has answered, or takes longer than is given: 60 s unless more is
 */
export function ask<Answer>(
  { process: child }: Pick<Child, 'process'>,
  question: unknown,
  withinMillis = answerTimeoutMillis,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const ended = () => reject(new Error('The process ended before it answered.'));
  const timer = setTimeout(() => reject(new Error('The process did not answer.')), withinMillis);
  child.once('exit', ended);
  child.once('message', (answer) => resolve(answer as Answer));
  child.send(question as object, (error) => {
    if (error !== null) reject(error);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('exit', ended);
  });
}

/** Starts a program of the benchmarks, asks it once to measure, and ends it. */
export async function measureOnce<Measured>(
  args: readonly [program: string, ...args: readonly string[]],
  withinMillis?: number,
): Promise<Measured> {
  const child = await startProgram(...args);
  try {
    return await ask<Measured>(child, 'measure', withinMillis);
  } finally {
    await child.stop();
  }
}
