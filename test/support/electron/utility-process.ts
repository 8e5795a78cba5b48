import { type ChildProcess, fork as forkNode } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ForkOptions } from 'electron';
import { requireReady } from './app.ts';
import { note } from './link.ts';

const childStart = new URL('./utility-child.ts', import.meta.url).href;

/** Chromium reads its switches itself, and gives V8 the flags in this one. */
function flagsOf(execArgv: readonly string[]): readonly string[] {
  return execArgv.flatMap((one) => {
    if (!one.startsWith('--js-flags=')) throw new Error(`${one} is no switch of Chromium.`);
    return one.slice('--js-flags='.length).split(' ');
  });
}

/** Stands in for Electron's process of the same name: one of Node that has `process.parentPort`. */
class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #pid: number | undefined;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const { execArgv = [], env = {}, stdio } = options;
    // Where it is given nothing, it has the environment of the main process.
    const flags = flagsOf(execArgv);
    const given = Object.keys(env).length === 0 ? process.env : env;
    this.#child = forkNode(modulePath, args, {
      execArgv: ['--import', childStart, ...flags],
      env: given as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', Array.isArray(stdio) && stdio[2] === 'pipe' ? 'pipe' : 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('spawn', () => {
      this.#pid = this.#child.pid;
      note({
        type: 'utility-process',
        entry: modulePath,
        pid: this.#pid ?? 0,
        flags,
        env: Object.keys(given),
      });
      this.emit('spawn');
    });
    // Its output comes before its end here; Electron promises no order.
    this.#child.once('close', (code) => {
      this.#pid = undefined;
      this.emit('exit', code ?? 0);
    });
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => {});
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    requireReady(true, 'utilityProcess');
    return new UtilityProcess(modulePath, args, options);
  },
};
