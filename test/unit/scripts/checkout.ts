import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const scriptsDir = resolve(import.meta.dirname, '../../../scripts');
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

// Stands in for npm: notes how it was called and lays out what an installation would.
const fakeNpm = `
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
console.log('added 1 package');
if (process.env.NPM_FAILS) process.exit(9);
mkdirSync('node_modules/${nodePackage}/bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/${nodePackage}/bin/node'); } catch {}
`;

/** The end of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A checkout in a folder of its own, with the real entry script, given commands, and a stand-in for npm. */
export interface Checkout {
  write(path: string, text: string): void;
  /** How often npm was called, and with what. */
  npmCalls(): readonly string[];
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
}

/** Lays out a fresh checkout: nothing is installed in it and nothing is built. */
export function freshCheckout(commands: Readonly<Record<string, string>>): Checkout {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const part of ['run.mjs', 'run']) {
    cpSync(join(scriptsDir, part), join(root, 'scripts', part), { recursive: true });
  }
  for (const [name, text] of Object.entries(commands)) write(`scripts/${name}.ts`, text);
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/one": { "version": "1.0.0" } } }');
  write('npm-cli.mjs', fakeNpm);

  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        npm_execpath: join(root, 'npm-cli.mjs'),
        npm_node_execpath: process.execPath,
        ...env,
      },
    });
  return {
    write,
    start,
    npmCalls: () => {
      const path = join(root, 'npm-calls');
      return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    },
    run: async (args, env) => ended(start(args, env)),
  };
}

/** An empty folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits for the end of a command and collects what it wrote. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}
