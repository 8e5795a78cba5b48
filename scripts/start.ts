import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { nodeFlags } from './run/node.mjs';
import {
  desktopObstacle,
  downloadElectron,
  downloadObstacle,
  findElectron,
} from './support/electron-runtime.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

const signalExitCode = 128;
const args = process.argv.slice(2);

async function chooseElectron(): Promise<{ readonly program: string } | { readonly obstacle: string }> {
  const { platform, env } = process;
  const obstacle = desktopObstacle({ platform, env, isRoot: process.getuid?.() === 0 });
  if (obstacle !== null) return { obstacle };
  const present = findElectron();
  if (present !== null) return { program: present };
  const ban = downloadObstacle({ env });
  if (ban !== null) return { obstacle: `the Electron runtime is not there, and ${ban}` };
  process.stdout.write('Downloading the Electron runtime …\n');
  const downloaded = await downloadElectron();
  return downloaded === null
    ? { obstacle: 'the Electron runtime could not be downloaded' }
    : { program: downloaded };
}

async function openInBrowser(why: string): Promise<number> {
  process.stdout.write(`Opening Gatehouse in the browser: ${why}.\n`);
  return runChild(process.execPath, [
    ...nodeFlags,
    join(rootDir, 'out/main/headless.js'),
    'serve',
    '--open',
    ...args,
  ]);
}

async function start(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const choice = await chooseElectron();
  if ('obstacle' in choice) return openInBrowser(choice.obstacle);
  process.stdout.write('Opening Gatehouse in Electron: its runtime is there.\n');
  let wasAsked = false;
  process.once('SIGINT', () => (wasAsked = true)).once('SIGTERM', () => (wasAsked = true));
  const code = await runChild(choice.program, [rootDir, ...args]);
  // A runtime that cannot set up its sandbox or lacks a library of the system ends by a signal, or with 127.
  const isBroken = !wasAsked && (code === signalExitCode - 1 || code > signalExitCode);
  return isBroken ? openInBrowser(`Electron did not run here (exit code ${code})`) : code;
}

process.exitCode = await start();
