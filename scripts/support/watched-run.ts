import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { rootDir } from './root.ts';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a program that was asked to end may take for it, in milliseconds. */
const graceMillis = 15_000;

/** What became of a program that was watched. */
export interface Watched {
  readonly code: number;
  /** It said nothing for so long that it was ended. */
  readonly isStalled: boolean;
}

/**
 * Runs Node to its end in the checkout and passes on what it says; one that says nothing for `quietMillis` is ended. How
 * long it takes as a whole is its own business: a machine that is busy with other work only takes longer.
 */
export function runWatched(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  quietMillis: number,
): Promise<Watched> {
  return new Promise((resolve, reject) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(process.execPath, args, {
      cwd: rootDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...colour, ...env },
    });
    let isStalled = false;
    const end = () => {
      isStalled = true;
      child.kill('SIGTERM');
      setTimeout(() => void child.kill('SIGKILL'), graceMillis).unref();
    };
    const quiet = setTimeout(end, quietMillis);
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      from.on('data', (chunk: Buffer) => {
        quiet.refresh();
        to.write(chunk);
      });
    const forwards = passedOn.map((signal) => {
      const forward = () => void child.kill(signal);
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const release = () => {
      clearTimeout(quiet);
      for (const stop of forwards) stop();
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), isStalled });
    });
  });
}
