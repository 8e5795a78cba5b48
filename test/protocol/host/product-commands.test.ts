import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const state = startedAnew(temporaryDirectory);
const product = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(ordinaryFiles));
beforeEach(() => {
  mkdirSync(join(product.path, 'conf'));
  const client = {
    clientId: 'loader',
    grantTypes: ['CLIENT_CREDENTIALS'],
    clientAuth: { type: 'SECRET', secret: 'planted-loader' },
  };
  writeFileSync(join(product.path, 'clients.json'), JSON.stringify({ items: [client] }));
  writeFileSync(join(product.path, 'conf/sync.json'), '{"mappings":[]}');
});

async function run(...args: readonly string[]) {
  const place = ['--workspace', workspace.path, '--state-dir', state.path];
  const { code, stdout } = await runGatehouse(['workspace', ...args, ...place]);
  return { code, out: stdout };
}
const file = () => join(workspace.path, 'oauth/clients/loader.json');

test('a folder of a product is looked at, taken over with its secret sealed, and given back', async () => {
  const looked = await run('import-product', product.path, '--dry-run');
  expect(looked).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^new\tclient\tloader\toauth\/clients\/loader\.json\n(?:.*\n)*not imported\tconf\/sync\.json\t/,
    ),
  });
  expect(looked.out).toContain('Would be written: 1 file.');
  expect(existsSync(file())).toBe(false);

  const taken = JSON.parse((await run('import-product', product.path, '--json')).out);
  expect(taken).toMatchObject({ ok: true, written: ['oauth/clients/loader.json'], failed: [] });
  expect(JSON.stringify(taken) + readFileSync(file(), 'utf8')).not.toContain('planted');
  expect((await run('import-product', product.path)).out).toContain('same\tclient\tloader');

  const zip = join(product.path, 'back.zip');
  const only = ['--only', 'oauth/clients/loader.json'];
  const given = JSON.parse((await run('export-product', 'all', zip, ...only, '--json')).out);
  expect(given).toMatchObject({
    ok: true,
    files: ['clients.json'],
    leftOut: ['oauth/clients/loader.json /client_secret'],
  });
  expect((await run('import-product', zip)).out).toContain('same\tclient\tloader');
  expect((await run('export-product', 'client', zip)).code).toBe(1);
  expect((await run('export-product', 'nothing', `${zip}.2`, '--json')).out).toContain('cli.usage');
  const none = await run('export-product', 'all', `${zip}.2`, '--only', 'connectors/none.json');
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(existsSync(`${zip}.2`)).toBe(false);
});

test('what was taken over is taken back under the id that was printed', async () => {
  const { undoId } = JSON.parse((await run('import-product', product.path, '--json')).out);
  const undone = await run('import-product', '--undo', undoId, '--json');
  expect(undone.code).toBe(0);
  expect(JSON.parse(undone.out)).toEqual({ ok: true, restored: ['oauth/clients/loader.json'], kept: [] });
  expect(existsSync(file())).toBe(false);

  const { out } = await run('import-product', product.path);
  const printed = /import-product --undo (\w+)\n/.exec(out)?.[1] ?? '';
  writeFileSync(file(), '{"client_id":"loader"}');
  expect(await run('import-product', '--undo', printed)).toEqual({
    code: 1,
    out: 'Restored: 0 files.\n',
  });
  expect(existsSync(file())).toBe(true);
  expect((await run('import-product', '--json')).out).toContain('cli.usage');
  expect((await run('import-product', product.path, '--undo', printed, '--json')).out).toContain('cli.usage');
});

test('a place that is not there is said as a problem', async () => {
  const { code, out } = await run('import-product', join(product.path, 'none'), '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ ok: false, problem: { code: 'workspace.unreadable' } });
});
