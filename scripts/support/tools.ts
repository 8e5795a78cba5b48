import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../run/node.mjs';
import { rootDir } from './root.ts';

const packages = {
  biome: '@biomejs/biome',
  'electron-vite': 'electron-vite',
  knip: 'knip',
  oxlint: 'oxlint',
  playwright: '@playwright/test',
  tsc: 'typescript',
  vitest: 'vitest',
} as const;

export type Tool = keyof typeof packages;

/** The arguments with which Node runs a script of the checkout. */
export function scriptArguments(script: string): readonly string[] {
  return [...nodeFlags, join(rootDir, 'scripts', script)];
}

/** The arguments with which Node runs a tool of node_modules, found through its package: no shell stands between. */
export function toolArguments(tool: Tool): readonly string[] {
  const packageDir = join(rootDir, 'node_modules', packages[tool]);
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(packageDir, 'package.json'), 'utf8'),
  );
  const path = typeof bin === 'string' ? bin : bin[tool];
  if (path === undefined) throw new Error(`${packages[tool]} has no program ${tool}.`);
  return [join(packageDir, path)];
}

/** Output of a program that ran to its end, in the order in which it was written. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly elapsedMillis: number;
}

/** Runs Node with arguments in the checkout and keeps its output; a time limit in milliseconds ends it (code -1). */
export function runQuietly(args: readonly string[], timeoutMillis = 0): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const startMillis = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: rootDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMillis,
      killSignal: 'SIGKILL',
      env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({
        code: code ?? -1,
        output: Buffer.concat(chunks).toString('utf8'),
        elapsedMillis: performance.now() - startMillis,
      }),
    );
  });
}

/** A time in milliseconds as seconds with one decimal, for tables. */
export function formatSeconds(millis: number): string {
  return `${(millis / 1_000).toFixed(1)} s`;
}
