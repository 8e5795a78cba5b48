import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';
import { compiledCodeDir } from './compiled-code.ts';

const rootDir = resolve(import.meta.dirname, '../../..');
/** After this long it hangs; how long it takes on a machine that is busy with other work says nothing. */
const startTimeoutMillis = 120_000;

/** The line that `gatehouse serve --json` prints once everything accepts connections. */
interface ReadyLine {
  readonly ui: string;
  readonly services: Readonly<Record<string, string>>;
}

/** A running web host with a workspace and a state of its own. */
export interface WebHost extends ReadyLine {
  readonly workspaceDir: string;
  /** The folder in which everything of this host lies; nothing else is in it but workspace and state. */
  readonly folder: string;
  /** A folder whose programs it finds first; it is not there until a test makes it. */
  readonly programs: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
  /** Starts it again on the same workspace, state and port; resolves with its new start link. */
  restart(): Promise<string>;
  /** Ends it and removes its files; how it stops on a signal is the business of other tests. */
  discard(): Promise<void>;
}

/** Files that stand over those of the sample workspace: JSON, a text as it is, or null for a file that is not there. */
export type WorkspaceChanges = Readonly<Record<string, unknown>>;

interface Program extends ReadyLine {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

/** Makes the workspace of a host, and where it wants one a state, in the folder of the host. */
export type FillFolder = (folder: string, workspaceDir: string) => Promise<void> | void;

/** Starts the built web host on a copy of the sample workspace, with free ports for everything. */
export function startWebHost(changes: WorkspaceChanges = {}): Promise<WebHost> {
  return startWebHostOn(async (_folder, workspaceDir) => {
    cpSync(join(rootDir, 'resources/sample-workspace'), workspaceDir, { recursive: true });
    await prepareWorkspace(workspaceDir, changes);
  });
}

/** Starts the built web host on what is put into its folder. If a port has been taken in the meantime, it tries again with others. */
export async function startWebHostOn(fill: FillFolder, tries = 3): Promise<WebHost> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  const workspaceDir = join(folder, 'workspace');
  const stateDir = join(folder, 'state');
  const programs = join(folder, 'programs');
  const path = `${programs}:${process.env['PATH'] ?? ''}`;
  let errors = '';
  const start = async (port: string): Promise<Program> => {
    const places = ['--workspace', workspaceDir, '--state-dir', stateDir];
    const args = ['serve', ...places, '--port', port, '--json'];
    const child = spawn(process.execPath, [join(rootDir, 'out/main/headless.js'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Folders proposed below the person's home stay out of the home of whoever runs the tests.
      env: { ...process.env, HOME: folder, PATH: path, NODE_COMPILE_CACHE: compiledCodeDir },
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const exited = once(child, 'exit');
    const ready = await readyLine(child, () => errors).catch(async (error: unknown) => {
      await end(child, exited);
      throw error;
    });
    return { ...ready, child, exited };
  };
  try {
    await fill(folder, workspaceDir);
    let program = await start('0');
    return {
      programs,
      workspaceDir,
      folder,
      ui: program.ui,
      services: program.services,
      kill: () => end(program.child, program.exited),
      async stop() {
        program.child.kill('SIGTERM');
        await program.exited;
      },
      async restart() {
        program = await start(new URL(program.ui).port);
        return program.ui;
      },
      async discard() {
        await end(program.child, program.exited);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const isTaken = error instanceof Error && error.message.includes('listener.port-taken');
    if (isTaken && tries > 1) return startWebHostOn(fill, tries - 1);
    throw error;
  }
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}

/** The sample with ports of its own and the changes of the test: redirect URIs and routes follow the samples. */
async function prepareWorkspace(workspaceDir: string, changes: WorkspaceChanges): Promise<void> {
  for (const [name, content] of Object.entries(changes)) {
    const file = join(workspaceDir, name);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) rmSync(file);
    else writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  // A service that is stopped and started again must find its own.
  const [serverPort, upstreamsPort] = [await freePort(), await freePort()];
  const manifestFile = join(workspaceDir, 'gatehouse.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const services = {
    authorizationServer: { ...manifest.services.authorizationServer, port: serverPort },
    connectorHost: { ...manifest.services.connectorHost, port: 0 },
    gateway: { port: 0 },
    platform: { ...manifest.services.platform, port: 0 },
    sampleUpstreams: { port: upstreamsPort },
  };
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, services }, null, 2));
  for (const file of filesIn(workspaceDir, 'oauth/clients', 'routes')) {
    const moved = readFileSync(file, 'utf8').replaceAll('127.0.0.1:9035', `127.0.0.1:${upstreamsPort}`);
    writeFileSync(file, moved);
  }
}

function filesIn(workspaceDir: string, ...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(workspaceDir, folder)).map((name) => join(workspaceDir, folder, name)),
  );
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
  const ready = JSON.parse(line);
  if (ready.ready !== true) throw new Error(`The web host is not ready: ${line}`);
  return ready;
}
