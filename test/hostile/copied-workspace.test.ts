import { cpSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

let environment: NodeJS.ProcessEnv;
let states: string;

const home = startedAnew(temporaryDirectory);
const own = startedAnew(() => writeWorkspace(ordinaryFiles));
beforeEach(() => {
  environment = { HOME: home.path, XDG_STATE_HOME: join(home.path, 'state'), XDG_DATA_HOME: home.path };
  states = join(home.path, 'state/gatehouse');
});

/** Runs a command as a person does whose states lie where they usually lie. */
async function run(words: readonly string[], input = '') {
  const { code, stdout, stderr } = await runGatehouse([...words, '--json'], environment, input);
  return { code, stderr, result: JSON.parse(stdout) as { secrets?: { name: string; isStored: boolean }[] } };
}

const secretsOf = async (directory: string) =>
  (await run(['secret', 'list', '--workspace', directory])).result.secrets ?? [];
const isStored = async (directory: string, name: string) =>
  (await secretsOf(directory)).some((secret) => secret.name === name && secret.isStored);

describe('a folder that copies the id of somebody’s workspace', () => {
  test('gets at none of its secrets, and writes into a state of its own', async () => {
    await run(['secret', 'set', 'remote.token', '--workspace', own.path], 'the person’s own');
    expect(await isStored(own.path, 'remote.token')).toBe(true);
    const foreign = join(home.path, 'foreign');
    cpSync(own.path, foreign, { recursive: true });
    writeFileSync(
      join(foreign, 'oauth/users/ann.json'),
      JSON.stringify({ username: 'ann', password: { $secret: 'remote.token' } }),
    );
    expect(await isStored(foreign, 'remote.token')).toBe(false);
    await run(['secret', 'set', 'remote.token', '--workspace', foreign], 'the stranger’s');
    expect(readdirSync(states).filter((name) => name.startsWith('test'))).toHaveLength(2);
  });

  test('a folder that was moved keeps its state for who says so', async () => {
    await run(['secret', 'set', 'remote.token', '--workspace', own.path], 'kept');
    mkdirSync(join(home.path, 'work'));
    const moved = join(realpathSync(home.path), 'work', 'moved');
    renameSync(own.path, moved);
    expect(await isStored(moved, 'remote.token')).toBe(false);
    rmSync(join(states, readdirSync(states).find((name) => name.startsWith('test.')) ?? ''), {
      recursive: true,
    });
    const served = await serve(['--workspace', moved, '--adopt-state'], environment);
    expect(served.ready.problems.map(({ code }) => code)).toContain('state.taken-over');
    await served.end();
    expect(await isStored(moved, 'remote.token')).toBe(true);
  });
});
