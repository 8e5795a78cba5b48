import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/run/node.mjs';

const headless = fileURLToPath(new URL('../../out/main/headless.js', import.meta.url));

export interface ReadyLine {
  readonly ready: boolean;
  readonly ui?: string;
  readonly services?: Readonly<Record<string, string>>;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly fix?: string }[];
  readonly restricted?: readonly { readonly kind: string; readonly value: string }[];
}

/** The built headless host in a process of its own. */
export interface Served {
  readonly child: ChildProcess;
  readonly ready: ReadyLine;
  /** The line after the ready line; most commands print none. */
  readonly further: Promise<string>;
  readonly authorizationServer: string;
  readonly upstreams: string;
  /** Its output on standard error so far. */
  stderr(): string;
  /** Sends a signal and resolves with the exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
  /** Ends it at once, whatever it does. */
  close(): Promise<number | string>;
}

export interface Finished {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Begins a command line that runs in a namespace of process ids of its own, as in another container. */
const inContainer = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** True if this user may make namespaces. */
export function mayContain(): boolean {
  const [command, ...options] = inContainer;
  return spawnSync(command, [...options, 'true'], { stdio: 'ignore' }).status === 0;
}

function launch(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { input = '', through = [] }: { readonly input?: string; readonly through?: readonly string[] } = {},
) {
  if (!existsSync(headless)) throw new Error('The host is not built: run `npm run build` first.');
  const env = { ...process.env, ...environment };
  const [program, ...words] = [...through, process.execPath, ...nodeFlags, headless, ...args];
  const child = spawn(program ?? '', words, { stdio: ['pipe', 'pipe', 'pipe'], env });
  // A process that ends without reading it is no failure of the test.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const exited = new Promise<number | string>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    // A program that cannot be started never exits.
    child.once('error', reject);
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { child, exited, stderr: () => stderr };
}

/** Runs a command to its end; `input` is what it is given on standard input. */
export function runGatehouse(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Finished> {
  return finish(launch(args, environment, { input }));
}

/** A command in a namespace of process ids of its own. */
export interface Contained {
  readonly finished: Promise<Finished>;
  /** Stops the command where it stands, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts a command in a namespace of process ids of its own, where this user may make one. */
export function startContained(args: readonly string[]): Contained {
  const isContained = mayContain();
  const started = launch(args, {}, { through: isContained ? inContainer : [] });
  const pid = started.child.pid ?? 0;
  return {
    finished: finish(started),
    signal: (signal) => void process.kill(isContained ? onlyChildOf(pid) : pid, signal),
  };
}

function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

async function finish({ child, exited, stderr }: ReturnType<typeof launch>): Promise<Finished> {
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  return { code: await exited, stdout, stderr: stderr() };
}

/**
 * Starts a command, through another program if need be, and leaves it running; `finished` resolves with the exit code,
 * or the signal that ended it.
 */
export function startGatehouse(
  args: readonly string[],
  through: readonly string[] = [],
): {
  readonly child: ChildProcess;
  readonly finished: Promise<number | string>;
} {
  const { child, exited } = launch(args, {}, { through });
  child.stdout.resume();
  return { child, finished: exited };
}

/** Starts `gatehouse serve --json` on free ports, through another program if need be, and waits for its ready line. */
export async function serve(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  through: readonly string[] = [],
): Promise<Served> {
  const started = launch(['serve', '--json', '--any-ports', '--port', '0', ...args], environment, {
    through,
  });
  const { child, exited } = started;
  const lines = createInterface({ input: child.stdout });
  const further = new Promise<string>((resolve) => {
    lines.once('line', () => lines.once('line', resolve));
  });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exited.then((code) => {
      throw new Error(`serve ended with ${code}: ${started.stderr()}`);
    }),
  ]);
  const ready = JSON.parse(line) as ReadyLine;
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  return {
    child,
    ready,
    further,
    stderr: started.stderr,
    authorizationServer: ready.services?.['authorizationServer'] ?? '',
    upstreams: ready.services?.['sampleUpstreams'] ?? '',
    end,
    close: () => end('SIGKILL'),
  };
}
