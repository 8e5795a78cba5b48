import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  dpkg,
  dpkgObstacle,
  emptyRoot,
  type InstalledProgram,
  runInstalled,
  serveInstalled,
} from '#test/support/packaging/installed.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { buildHeadlessDeb } from '../../scripts/support/packaging/headless-deb.ts';
import { readProduct } from '../../scripts/support/packaging/product.ts';

const obstacle = dpkgObstacle();
const newerVersion = '99.0.0';
/** Later than any file of the build: dpkg-deb alone only moves times that are too late. */
const dateSeconds = 2_100_000_000;
const product = readProduct();
/** Which library lies in which package of Debian. */
const librariesOf: Readonly<Record<string, readonly string[]>> = {
  libc6: ['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'],
  'libgcc-s1': ['libgcc_s.so.1'],
  'libstdc++6': ['libstdc++.so.6'],
};

describe('the package gatehouse-headless', () => {
  const { path: folder, remove } = temporaryDirectory();
  const root = emptyRoot(join(folder, 'root'));
  const home = join(folder, 'home');
  const program: InstalledProgram = { command: join(root, 'usr/bin/gatehouse'), home };
  const workspace = join(home, 'work');
  const state = join(home, '.local/state/gatehouse');
  let first = '';
  let newer = '';

  function build(version: string, name: string): string {
    return buildHeadlessDeb({
      product: { ...product, version },
      machine: process.arch === 'arm64' ? 'arm64' : 'x64',
      outDir: join(folder, name),
      dateSeconds,
      compression: 'gzip',
      level: 1,
    });
  }

  beforeAll(() => {
    if (obstacle !== null) return;
    mkdirSync(home, { recursive: true });
    first = build(product.version, 'first');
    newer = build(newerVersion, 'newer');
  });
  afterAll(remove);
  beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));

  /** Digests of everything that the user has, so that a lost or changed byte shows. */
  function userFiles(): ReadonlyMap<string, string> {
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return new Map(
      files.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
      }),
    );
  }

  const listed = (): readonly string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('var') && path !== 'dpkg.log' && statSync(join(root, path)).isFile(),
    );

  test('holds the same bytes whenever it is built from the same sources', () => {
    expect(readFileSync(build(product.version, 'again')).equals(readFileSync(first))).toBe(true);
  });

  test('installs into an empty root, every file as it was packed and owned by root', () => {
    expect(dpkg(root, '--install', first)).toMatchObject({ code: 0 });
    expect(dpkg(root, '--verify', 'gatehouse-headless')).toMatchObject({ code: 0, stdout: '' });
    for (const path of listed()) expect([path, statSync(join(root, path)).uid]).toEqual([path, 0]);
  });

  test('asks for the packages that its Node finds its libraries in, and for nothing else', () => {
    const depends = spawnSync('dpkg-deb', ['--field', first, 'Depends'], { encoding: 'utf8' }).stdout.trim();
    expect(depends.split(', ').map((one) => one.split(' ')[0])).toEqual(Object.keys(librariesOf));
    const { stdout } = spawnSync('ldd', [join(root, 'usr/lib/gatehouse/node')], { encoding: 'utf8' });
    const needed = [...stdout.matchAll(/^\s*(\S+) =>/gm)].map(([, library]) => library);
    expect(needed.length).toBeGreaterThan(3);
    expect(
      needed.filter(
        (library) =>
          !Object.values(librariesOf)
            .flat()
            .includes(library ?? ''),
      ),
    ).toEqual([]);
  });

  test('brings no source, no test, no map, and nothing of the desktop', () => {
    const files = listed();
    expect(files.filter((path) => /\.(map|tsx?)$|\.test\.|node_modules|out\/preload/.test(path))).toEqual([]);
    const top = new Set(files.map((path) => path.split('/').slice(0, 3).join('/')));
    expect([...top].toSorted()).toEqual([
      'usr/bin/gatehouse',
      'usr/lib/gatehouse',
      'usr/lib/systemd',
      'usr/share/bash-completion',
      'usr/share/doc',
      'usr/share/fish',
      'usr/share/man',
      'usr/share/zsh',
    ]);
    const documents = [
      'NEWS.gz',
      'NODE-LICENSE.gz',
      'THIRD-PARTY-NOTICES.txt.gz',
      'changelog.gz',
      'copyright',
    ];
    expect(readdirSync(join(root, 'usr/share/doc/gatehouse-headless')).toSorted()).toEqual(documents);
  });

  test('says its version and its help, with nothing on the machine but a home', () => {
    expect(runInstalled(program, ['--version'])).toEqual({
      code: 0,
      stdout: `${product.version}\n`,
      stderr: '',
    });
    const help = runInstalled(program, ['import', '--help']);
    expect(help.stdout).toContain('5 a decision is needed first');
  });

  test('does the main job: a workspace is made, served and answers, and stops cleanly', async () => {
    expect(runInstalled(program, ['workspace', 'new', workspace, '--sample'])).toMatchObject({ code: 0 });
    const running = await serveInstalled(program, ['--workspace', workspace]);
    const { authorizationServer = '' } = running.ready.services;
    const answer = await fetch(`${authorizationServer}/as/token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('batch-job:batch-job-secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ access_token: expect.any(String), token_type: 'Bearer' });
    expect(await (await fetch(running.ready.ui)).text()).toContain('<div id="root">');
    expect(await running.stop()).toBe(0);
  });

  test('lints the connectors of the workspace', () => {
    const { code, stdout } = runInstalled(program, ['lint', join(workspace, 'connectors'), '--json']);
    expect([0, 3]).toContain(code);
    expect(JSON.parse(stdout)).toMatchObject({ findings: expect.any(Array) });
  });

  test('gives way to a newer version; workspace and state stay, and go on being used', async () => {
    const before = userFiles();
    expect([...before.keys()].some((path) => path.startsWith(state) && path.endsWith('state.db'))).toBe(true);
    expect(dpkg(root, '--install', newer)).toMatchObject({ code: 0 });
    expect(userFiles()).toEqual(before);
    expect(runInstalled(program, ['--version']).stdout).toBe(`${newerVersion}\n`);
    const running = await serveInstalled(program, ['--workspace', workspace]);
    expect(await running.stop()).toBe(0);
  });

  test('goes without a trace when it is removed and purged, and takes nothing of the user along', () => {
    const before = userFiles();
    expect(dpkg(root, '--remove', 'gatehouse-headless')).toMatchObject({ code: 0 });
    expect(dpkg(root, '--purge', 'gatehouse-headless').code).toBe(0);
    expect(listed()).toEqual([]);
    expect(existsSync(join(root, 'usr'))).toBe(false);
    expect(userFiles()).toEqual(before);
  });
});
