import { spawn } from 'node:child_process';
import { exitCodeOf, passSignals } from '../../run/child.mjs';
import type { Prepared } from './place.ts';

/** Commands in which nothing has moved for so long hang, in milliseconds. */
const maxQuietMillis = 240_000;

/** How a command ended, and what it printed. */
export interface Captured {
  readonly code: number;
  readonly output: string;
}

/** Runs a command in a place and keeps what it prints; one that prints nothing for long is ended with all it started. */
export function runCaptured(command: readonly string[], { checkout, env }: Prepared): Promise<Captured> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: checkout,
      env: environmentIn(process.env, env ?? {}),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const end = (signal: NodeJS.Signals) => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    const quiet = setTimeout(() => {
      output += `\nNothing moved for ${maxQuietMillis / 1_000} s, and it was ended.\n`;
      end('SIGKILL');
    }, maxQuietMillis);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        quiet.refresh();
        output += text;
      });
    const stopPassing = passSignals(end);
    const release = () => {
      clearTimeout(quiet);
      stopPassing();
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code, signal) => {
      release();
      resolve({ code: exitCodeOf(code, signal), output });
    });
  });
}

/** The environment of a place: that of this run, with what differs; what is undefined there is not set. */
export function environmentIn(
  base: NodeJS.ProcessEnv,
  changes: Readonly<Record<string, string | undefined>>,
): NodeJS.ProcessEnv {
  const all = Object.entries({ ...base, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
