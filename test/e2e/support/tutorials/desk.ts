import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '#test/support/free-port.ts';
import type { WebHost } from '../web-host.ts';

const headless = resolve(import.meta.dirname, '../../../../out/main/headless.js');

/** How a command of a tutorial ended. */
export interface Ended {
  readonly code: number | null;
  /** The text that it printed, errors included. */
  readonly said: string;
}

/** The folder and the terminal in which a reader works through a tutorial. */
export class Desk {
  readonly folder: string;
  readonly #host: WebHost;
  readonly #servers: ChildProcess[] = [];

  constructor(host: WebHost) {
    this.#host = host;
    this.folder = join(host.folder, 'desk');
    const bin = join(this.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const program = `#!/bin/sh\nexec "${process.execPath}" "${headless}" "$@"\n`;
    writeFileSync(join(bin, 'gatehouse'), program, { mode: 0o755 });
  }

  /** Saves a file of the tutorial; returns where it is. */
  save(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** A file of the workspace as it is; empty while it is not there. */
  written(name: string): string {
    const path = join(this.#host.workspaceDir, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** Starts a server of the tutorial on a port that is free, and waits until it says where it listens. */
  async start(
    command: string,
    port: number | null = null,
  ): Promise<{ readonly url: string; readonly port: number }> {
    const own = port ?? (await freePort());
    const child = spawn('sh', ['-c', `exec ${command}`], {
      cwd: this.folder,
      env: { ...this.#env, PORT: String(own) },
    });
    this.#servers.push(child);
    let said = '';
    await new Promise<void>((ready, fail) => {
      child.once('exit', (code) => fail(new Error(`${command} ended with ${code}: ${said}`)));
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes(`127.0.0.1:${own}`)) ready();
      });
    });
    return { url: `http://127.0.0.1:${own}`, port: own };
  }

  /** Stops what was started last, as Ctrl+C does. */
  async stop(): Promise<void> {
    const child = this.#servers.pop();
    if (child === undefined || child.exitCode !== null) return;
    child.removeAllListeners('exit');
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  }

  /** Runs commands of the tutorial. */
  async run(commands: string): Promise<Ended> {
    const child = spawn('sh', ['-c', commands], { cwd: this.folder, env: this.#env });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(child, 'close');
    return { code, said };
  }

  /** Runs a command of `gatehouse` on the workspace that is open. */
  runInWorkspace(command: string): Promise<Ended> {
    return this.run(
      `${command} --workspace '${this.#host.workspaceDir}' --state-dir '${this.#host.folder}/state'`,
    );
  }

  /** Ends everything that was started. */
  async leave(): Promise<void> {
    while (this.#servers.length > 0) await this.stop();
  }

  get #env(): NodeJS.ProcessEnv {
    const path = [join(this.folder, 'bin'), resolve(process.execPath, '..'), process.env['PATH'] ?? ''].join(
      ':',
    );
    return { ...process.env, HOME: this.#host.folder, PATH: path };
  }
}
