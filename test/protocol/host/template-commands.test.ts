import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(ordinaryFiles));

async function run(...args: readonly string[]) {
  const place = ['--workspace', workspace.path, '--state-dir', state.path];
  const { code, stdout } = await runGatehouse(['template', ...args, ...place]);
  return { code, out: stdout };
}

test('templates are listed, shown, and made into files of the workspace, secrets sealed', async () => {
  expect((await run('list')).out).toContain('client\tmachine-to-machine\tMachine to machine\n');
  expect((await run('show', 'route', 'plain-proxy')).out).toContain('--set path=/orders\tPath prefix');
  const values = ['--name', 'night', '--set', 'secret=planted-template', '--set', 'scope=orders.read'];
  expect(await run('new', 'client', 'machine-to-machine', ...values)).toEqual({
    code: 0,
    out: 'oauth/clients/night.json\n',
  });
  const text = readFileSync(join(workspace.path, 'oauth/clients/night.json'), 'utf8');
  expect(text).toContain('"scope": "orders.read"');
  expect(text).not.toContain('planted');
  const again = await run('new', 'client', 'machine-to-machine', ...values, '--json');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out)).toMatchObject({ ok: false, problem: { code: 'workspace.duplicate' } });
  const wrong = JSON.parse(
    (await run('new', 'client', 'machine-to-machine', '--set', 'scope', '--json')).out,
  );
  expect(wrong).toMatchObject({ problem: { code: 'cli.usage' } });
});
