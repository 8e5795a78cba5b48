import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const rootDir = resolve(import.meta.dirname, '../../..');
const startTimeoutMillis = 30_000;

/** The line that `gatehouse serve --json` prints once everything accepts connections. */
interface ReadyLine {
  readonly ui: string;
  readonly services: Readonly<Record<string, string>>;
}

/** A running web host with a workspace and a state of its own. */
export interface WebHost extends ReadyLine {
  /** A copy of the sample workspace; tests may edit it. */
  readonly workspaceDir: string;
  readonly stateDir: string;
  /** Everything written to standard error so far. */
  log(): string;
  /** Stops it by SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the built web host on a copy of the sample workspace, with free ports for everything. */
export async function startWebHost(extraArgs: readonly string[] = []): Promise<WebHost> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  const workspaceDir = join(folder, 'workspace');
  const stateDir = join(folder, 'state');
  cpSync(join(rootDir, 'resources/sample-workspace'), workspaceDir, { recursive: true });

  const places = ['--workspace', workspaceDir, '--state-dir', stateDir];
  const args = ['serve', ...places, '--any-ports', '--port', '0', '--json', ...extraArgs];
  const child = spawn(process.execPath, [join(rootDir, 'out/main/headless.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  try {
    const ready = await readyLine(child, () => errors);
    return { ...ready, workspaceDir, stateDir, log: () => errors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyLine(child: ChildProcess, log: () => string): Promise<ReadyLine> {
  if (child.stdout === null) throw new Error('The web host has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(startTimeoutMillis);
  const [line] = await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The web host ended with code ${code}:\n${log()}`);
    }),
  ]);
  return JSON.parse(line);
}
