import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { latest } from '#test/support/electron/built-desktop.ts';
import { callOf, lintSample } from '#test/support/electron/desktop-calls.ts';
import { startDesktopHost } from '#test/support/electron/desktop-host.ts';
import { dpkgObstacle } from '#test/support/packaging/installed.ts';
import { makeRuntimeStandIn } from '#test/support/packaging/runtime-stand-in.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { builtFiles } from '../../scripts/support/packaging/application.ts';
import { buildInstallers } from '../../scripts/support/packaging/desktop-installers.ts';
import { wrongFuses } from '../../scripts/support/packaging/fuse-switch.ts';
import { readProduct } from '../../scripts/support/packaging/product.ts';

const obstacle =
  process.platform === 'linux' ? null : 'the stand-in for the runtime of Electron is one of Linux';

describe('the desktop application, packed over a stand-in for the runtime', () => {
  const { path: folder, remove } = temporaryDirectory();
  const unpacked = join(folder, 'out/linux-unpacked');
  const asar = join(unpacked, 'resources/app.asar');
  let built: readonly string[] = [];

  beforeAll(async () => {
    if (obstacle !== null) return;
    const electronDist = await makeRuntimeStandIn(join(folder, 'runtime'), '45.4.1');
    provideFpm(join(folder, 'bin'));
    built = await buildInstallers({
      product: readProduct(),
      outDir: join(folder, 'out'),
      targets: dpkgObstacle() === null ? ['dir', 'deb'] : ['dir'],
      electronDist,
    });
  }, 120_000);
  afterAll(remove);
  beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));

  /** The packager of electron-builder is a download: a program of the same name takes its place. */
  function provideFpm(bin: string): void {
    mkdirSync(bin);
    const script = fileURLToPath(new URL('../support/packaging/fpm.ts', import.meta.url));
    writeFileSync(join(bin, 'fpm'), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(join(bin, 'fpm'), 0o755);
    process.env['PATH'] = `${bin}:${process.env['PATH'] ?? ''}`;
    process.env['USE_SYSTEM_FPM'] = 'true';
  }

  test('holds the built application, its resources and its licences, and no other file', () => {
    const files = listPackage(asar, { isPack: false }).map((path) => path.slice(1));
    const folders = new Set(
      files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
    );
    const texts = ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'package.json', 'sbom.cdx.json'];
    expect(files.filter((path) => !folders.has(path)).toSorted()).toEqual(
      [...builtFiles('desktop'), ...texts].toSorted(),
    );
    expect(files.filter((path) => /\.(map|tsx?)$|\.test\.|node_modules|headless/.test(path))).toEqual([]);
    expect(files).toContain('resources/sample-workspace/gatehouse.json');
  });

  test('has every fuse as it is wanted, and says so where one is not', async () => {
    expect(await wrongFuses(join(unpacked, 'gatehouse-desktop'))).toEqual([]);
    expect(await wrongFuses(join(folder, 'runtime/electron'))).toContain('OnlyLoadAppFromAsar is DISABLE');
  });

  test('carries the licences of the runtime beside its own', () => {
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'LICENSE.gatehouse.txt'])
      expect(readFileSync(join(unpacked, name), 'utf8')).not.toBe('');
  });

  test('starts out of its archive, copies the sample, starts its workers and processes and hands out the page', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    const host = startDesktopHost({ args: [], home, bundle: join(asar, 'out/main/index.js') });
    onTestFinished(() => host.kill());
    await host.noted('window');
    expect(existsSync(join(home, '.local/share/gatehouse/sample-workspace/gatehouse.json'))).toBe(true);
    const page = await host.ask('page-request', { url: 'gatehouse://app/', method: 'GET' });
    expect(page.status).toBe(200);
    expect(await lintSample(await callOf(host))).toMatchObject({ kind: 'har', problem: null });
    const { entry } = await latest(host, 'utility-process');
    expect(entry).toBe(join(`${asar}.unpacked`, 'out/main/contract-worker.js'));
  });

  test('installs under a name of its own, with a menu entry that opens links', ({ skip }) => {
    const without = dpkgObstacle();
    skip(without !== null, without ?? '');
    const deb = built.find((file) => file.endsWith('.deb')) ?? '';
    const fields = spawnSync('dpkg-deb', ['--field', deb], { encoding: 'utf8' }).stdout;
    expect(fields).toContain('Package: gatehouse-desktop\n');
    const listed = spawnSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).stdout;
    for (const path of [
      './opt/Gatehouse/gatehouse-desktop',
      './usr/share/applications/gatehouse-desktop.desktop',
      './usr/share/icons/hicolor/256x256/apps/gatehouse-desktop.png',
    ])
      expect(listed).toContain(path);
    const entry = spawnSync('sh', [
      '-c',
      `dpkg-deb --fsys-tarfile '${deb}' | tar -xO ./usr/share/applications/gatehouse-desktop.desktop`,
    ]).stdout.toString();
    expect(entry).toContain('MimeType=x-scheme-handler/gatehouse-open;');
    expect(entry).toContain('Categories=Development;');
  });
});
