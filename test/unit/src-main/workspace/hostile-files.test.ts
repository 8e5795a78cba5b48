import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadWorkspace, openWorkspaceManifest, type Workspace } from '#main/workspace/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool } from '#test/support/tools.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let workspace: Workspace | null = null;
const elsewhere = startedAnew(temporaryDirectory);
const directory = startedAnew(() =>
  writeWorkspace({
    'gatehouse.json': { name: 'W' },
    'oauth/clients/ok.json': { client_id: 'ok' },
    'connectors/provisioner.openicf-hr.json': { enabled: true },
    'routes/10-orders.json': { name: 'orders' },
  }),
);
afterEach(() => workspace?.close());

const at = (file: string) => join(directory.path, file);
function load(): Workspace {
  workspace = loadWorkspace(openWorkspaceManifest(directory.path), () => null);
  return workspace;
}
const found = ({ problems }: Workspace) => problems.map(({ code, location }) => [code, location?.file]);

describe('one bad file is a problem that names it, and everything else works', () => {
  const bad = 'oauth/clients/bad.json';

  test.each<readonly [string, string, () => void]>([
    ['a folder in its place', 'workspace.unreadable', () => mkdirSync(at(bad))],
    [
      'a hundred megabytes',
      'workspace.too-large',
      () => {
        writeFileSync(at(bad), '');
        truncateSync(at(bad), 100_000_000);
      },
    ],
    [
      'bytes that are no UTF-8',
      'workspace.unreadable',
      () => writeFileSync(at(bad), Buffer.from([0x7b, 0xff, 0x7d])),
    ],
    [
      'lists within lists, as deep as one likes',
      'workspace.syntax',
      () => writeFileSync(at(bad), `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    ],
    [
      'a link that leads outside',
      'workspace.outside',
      () => {
        writeFileSync(join(elsewhere.path, 'private.json'), '{"client_id":"stolen"}');
        symlinkSync(join(elsewhere.path, 'private.json'), at(bad));
      },
    ],
    ['a link to itself', 'workspace.outside', () => symlinkSync('bad.json', at(bad))],
  ])('%s', (_name, code, make) => {
    make();
    const live = load();
    expect(found(live)).toEqual([[code, bad]]);
    expect(live.registrations.clients().map(({ clientId }) => clientId)).toEqual(['ok']);
  });

  test('a pipe, which would never end', (context) => {
    context.skip(!hasTool('mkfifo'), 'mkfifo is not installed');
    execFileSync('mkfifo', [at(bad)]);
    expect(found(load())).toEqual([['workspace.unreadable', bad]]);
  });

  test('a folder that is a link to elsewhere is not read', () => {
    writeFileSync(join(elsewhere.path, 'ann.json'), '{"username":"ann","password":"x"}');
    symlinkSync(elsewhere.path, at('oauth/users'));
    const live = load();
    expect(found(live)).toEqual([['workspace.outside', 'oauth/users']]);
    expect(live.registrations.users()).toEqual([]);
  });

  test('a link that stays inside is followed', () => {
    symlinkSync('../clients/ok.json', at('oauth/clients/same.json'));
    expect(found(load())).toEqual([['workspace.duplicate', 'oauth/clients/same.json']]);
  });

  test('a file where a folder belongs', () => {
    rmSync(at('routes'), { recursive: true });
    writeFileSync(at('routes'), '');
    expect(found(load())).toEqual([['workspace.unreadable', 'routes']]);
  });
});

describe('documents of the products', () => {
  test('are JSON objects; what is wrong with them has line and column', () => {
    writeFileSync(at('connectors/provisioner.openicf-crm.json'), '{\n  "enabled": tru\n}');
    writeFileSync(at('routes/20-list.json'), '[]');
    const live = load();
    expect(live.problems).toMatchObject([
      {
        code: 'workspace.syntax',
        location: { file: 'connectors/provisioner.openicf-crm.json', line: 2, column: 14 },
      },
      { code: 'workspace.invalid', location: { file: 'routes/20-list.json', line: 1 } },
    ]);
    expect(live.files.map(({ file, document }) => [file, document?.value ?? null])).toEqual([
      ['gatehouse.json', { name: 'W' }],
      ['oauth/clients/ok.json', { client_id: 'ok' }],
      ['connectors/provisioner.openicf-crm.json', null],
      ['connectors/provisioner.openicf-hr.json', { enabled: true }],
      ['routes/10-orders.json', { name: 'orders' }],
      ['routes/20-list.json', null],
    ]);
  });

  test('have names of their own: another one is warned about and not read', () => {
    writeFileSync(at('connectors/hr.json'), '{}');
    writeFileSync(at('routes/orders.json'), '{}');
    const { problems } = load();
    expect(problems.map(({ code, severity, location }) => [code, severity, location?.file])).toEqual([
      ['workspace.unknown-file', 'warning', 'connectors/hr.json'],
      ['workspace.unknown-file', 'warning', 'routes/orders.json'],
    ]);
    expect(problems[1]?.fix).toContain('<nn>-<name>.json');
  });

  test('are followed, and their last good version stays in force', () => {
    const live = load();
    const route = () => live.files.find(({ file }) => file === 'routes/10-orders.json')?.document?.value;
    writeFileSync(at('routes/10-orders.json'), '{"name":"second"}');
    live.rescan();
    expect(route()).toEqual({ name: 'second' });
    writeFileSync(at('routes/10-orders.json'), '{"name":');
    live.rescan();
    expect(route()).toEqual({ name: 'second' });
    expect(live.problems.map(({ code }) => code)).toEqual(['workspace.syntax']);
  });
});

test('a workspace folder that vanishes leaves everything in force and says so, until it is back', () => {
  const live = load();
  renameSync(directory.path, `${directory.path}-away`);
  expect(live.rescan()).toBe(true);
  expect(live.rescan()).toBe(true);
  expect(live.problems.map(({ code }) => code)).toEqual(['workspace.missing']);
  expect(live.registrations.client('ok')).toBeDefined();
  renameSync(`${directory.path}-away`, directory.path);
  live.rescan();
  expect(live.problems).toEqual([]);
});

test('2,000 files are loaded with little work, and one that changes is found with less', () => {
  for (let index = 0; index < 2_000; index += 1)
    writeFileSync(
      at(`oauth/clients/client-${index}.json`),
      JSON.stringify({ client_id: `client-${index}`, scope: 'a b' }),
    );
  const began = cpuMillis();
  const live = load();
  const loaded = cpuMillis();
  expect(live.registrations.clients()).toHaveLength(2_001);
  expect(loaded - began).toBeLessThan(10_000);
  writeFileSync(at('oauth/clients/client-7.json'), JSON.stringify({ client_id: 'client-7', scope: 'c' }));
  const written = cpuMillis();
  live.rescan();
  expect(live.registrations.client('client-7')?.scopes).toEqual(['c']);
  expect(cpuMillis() - written).toBeLessThan(2_500);
});
