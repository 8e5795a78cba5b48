import { spawn } from 'node:child_process';
import { exitCodeOf, passSignals } from '../run/child.mjs';
import { rootDir } from './root.ts';

/** How long a program that was asked to end may take for it, in milliseconds. */
const graceMillis = 15_000;

/** The end of a watched program. */
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
    const stopPassing = passSignals((signal) => void child.kill(signal));
    const release = () => {
      clearTimeout(quiet);
      stopPassing();
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve({ code: exitCodeOf(code, signal), isStalled });
    });
  });
}
