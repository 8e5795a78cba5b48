#!/usr/bin/env node
// The one entry of every command: `node scripts/run.mjs <command> [arguments]`. It has to run on Node 20 and on an
// empty checkout, so neither it nor scripts/run/ may use a package or TypeScript.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './run/child.mjs';
import { isBuildFresh } from './run/freshness.mjs';
import { ensureInstalled } from './run/install.mjs';
import { environmentOf, nodeFlags, pickNode } from './run/node.mjs';

const rootDir = resolve(fileURLToPath(new URL('..', import.meta.url)));
const scriptsDir = join(rootDir, 'scripts');

/**
 * Installs what is missing, then runs a command with a Node that can run it; returns the exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function run(command, args) {
  const script = join(scriptsDir, `${command}.ts`);
  if (command !== 'gatehouse' && !(/^[a-z][a-z0-9-]*$/.test(command) && existsSync(script))) {
    process.stderr.write(`usage: node scripts/run.mjs <${commands().join('|')}> [arguments]\n`);
    return 2;
  }
  await ensureInstalled(rootDir);
  const node = pickNode(rootDir);
  const env = environmentOf(node, process.env);
  if (command !== 'gatehouse') return runChild(node, [...nodeFlags, script, ...args], { env });

  if (!isBuildFresh(rootDir)) {
    // Standard output belongs to the command: what the build says goes to standard error.
    const build = [...nodeFlags, join(scriptsDir, 'build.ts'), '--if-stale'];
    const code = await runChild(node, build, { env, stdio: ['ignore', 2, 2] });
    if (code !== 0) return code;
  }
  return runChild(node, [...nodeFlags, join(rootDir, 'out/main/headless.js'), ...args], { env });
}

function commands() {
  const scripts = readdirSync(scriptsDir).filter((name) => name.endsWith('.ts'));
  return [...scripts.map((name) => name.slice(0, -'.ts'.length)), 'gatehouse'].toSorted();
}

try {
  process.exitCode = await run(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
