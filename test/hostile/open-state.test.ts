import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let state: string;

const base = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
beforeEach(() => {
  state = join(base.path, 'state');
});

/** A shell that lets everybody read and write what is made in it. */
const openHanded = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

/** Everything below a folder that somebody else could look into, sockets included. */
function openToOthers(folder: string): readonly string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
  return [folder, ...inside].flatMap((path) => {
    const mode = lstatSync(path).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${relative(base.path, path)} ${mode.toString(8)}`];
  });
}

async function isSeen(): Promise<readonly string[]> {
  const served = await serve(['--workspace', workspace.path, '--state-dir', state], {}, openHanded);
  await fetch(`${served.authorizationServer}/.well-known/oauth-authorization-server`);
  const open = openToOthers(state);
  await served.end();
  return [...open, ...openToOthers(state)];
}

describe('a state among other users', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has no modes'));

  test('is closed to them, whatever the umask', async () => {
    expect(await isSeen()).toEqual([]);
  });

  test('is closed to them where its empty folder was open', async () => {
    mkdirSync(state);
    chmodSync(state, 0o777);
    expect(await isSeen()).toEqual([]);
  });

  test('is closed to them where it was kept open until now', async () => {
    await isSeen();
    for (const name of ['', 'state.db', 'lock.db']) chmodSync(join(state, name), name === '' ? 0o755 : 0o644);
    expect(await isSeen()).toEqual([]);
  });

  test('is not put into a folder of others', async () => {
    mkdirSync(state);
    writeFileSync(join(state, 'notes.txt'), 'of somebody');
    chmodSync(state, 0o777);
    const { code, stdout } = await runGatehouse([
      'serve',
      '--json',
      '--any-ports',
      '--port',
      '0',
      '--workspace',
      workspace.path,
      '--state-dir',
      state,
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problem: { code: 'state.exposed' } });
    expect(readdirSync(state)).toEqual(['notes.txt']);
  });
});
