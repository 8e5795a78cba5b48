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
  process.stdout.write(`Starting the web host: ${why}.\n`);
  return runChild(process.execPath, [
    ...nodeFlags,
    join(rootDir, 'out/main/headless.js'),
    'serve',
    '--open',
    ...args,
  ]);
}

const usage = `Usage: npm start -- [options]

Builds Gatehouse if the sources have changed, and opens it: as a desktop application where Electron's runtime is
installed or can be downloaded, otherwise in a browser.

  --workspace DIR   open this workspace instead of the sample
  --help            show this text

Every other option is passed to the host: see \`gatehouse serve\` in docs/reference/cli.md.
`;

async function start(): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return 0;
  }
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const choice = await chooseElectron();
  if ('obstacle' in choice) return openInBrowser(choice.obstacle);
  process.stdout.write('Starting the desktop application.\n');
  let wasAsked = false;
  process.once('SIGINT', () => (wasAsked = true)).once('SIGTERM', () => (wasAsked = true));
  const code = await runChild(choice.program, [rootDir, ...args]);
  // A runtime that cannot set up its sandbox or lacks a library of the system ends by a signal, or with 127.
  const isBroken = !wasAsked && (code === signalExitCode - 1 || code > signalExitCode);
  return isBroken ? openInBrowser(`Electron did not run here (exit code ${code})`) : code;
}

process.exitCode = await start();
