import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runChild } from './run/child.mjs';
import { nodeFlags } from './run/node.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

// An editor writes several files for one "save all".
const settleMillis = 200;
const headless = join(rootDir, 'out/main/headless.js');
const hostArgs = [...nodeFlags, headless, 'serve', '--open', ...process.argv.slice(2)];

/** Builds and starts the web host, and does both again whenever a source changes; the page is reloaded by hand. */
async function develop(): Promise<void> {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  for (let isFirst = true; !stopped.signal.aborted; isFirst = false) {
    const changed = nextChange(stopped.signal);
    const built = await runChild(process.execPath, scriptArguments('build.ts'));
    const host = built === 0 && !stopped.signal.aborted ? startHost(isFirst) : null;
    await changed;
    if (host !== null) await stopHost(host);
  }
}

function startHost(isFirst: boolean): ChildProcess {
  // The browser is opened once; later starts print the new address.
  const args = isFirst ? hostArgs : hostArgs.filter((argument) => argument !== '--open');
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

async function stopHost(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  const exited = once(host, 'exit');
  host.kill('SIGTERM');
  await exited;
}

/** Resolves after a source has changed, or when the work ends. */
async function nextChange(ended: AbortSignal): Promise<void> {
  const seen = new AbortController();
  const folders = ['src-main', 'src-renderer', 'src-shared', 'docs'];
  const watchers = folders.map((folder) =>
    watch(join(rootDir, folder), { recursive: true }, () => seen.abort()),
  );
  await Promise.race([once(seen.signal, 'abort'), ended.aborted ? null : once(ended, 'abort')]);
  for (const watcher of watchers) watcher.close();
  if (!ended.aborted) await setTimeout(settleMillis);
}

await develop();
