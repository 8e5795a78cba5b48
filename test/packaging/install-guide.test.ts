import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dpkgObstacle, emptyRoot } from '#test/support/packaging/installed.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { buildHeadlessDeb } from '../../scripts/support/packaging/headless-deb.ts';
import { buildNpmPackage } from '../../scripts/support/packaging/npm-package.ts';
import { readProduct } from '../../scripts/support/packaging/product.ts';
import { rootDir } from '../../scripts/support/root.ts';

const guide = readFileSync(join(rootDir, 'docs/guides/install.md'), 'utf8');
const notRun = /^# not run by the tests: .+\n/;
const untilStopped = /^# runs until it is stopped\n/;
const newerVersion = '99.0.0';

/** The blocks of shell commands, in the order of the page. */
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands ?? '');
const obstacle = dpkgObstacle();

describe('the guide to the installation', () => {
  const { path: folder, remove } = temporaryDirectory();
  const root = emptyRoot(join(folder, 'root'));
  const home = join(folder, 'home');
  const downloads = join(folder, 'downloads');
  const bin = join(folder, 'bin');
  const environment: NodeJS.ProcessEnv = {
    HOME: home,
    PATH: [
      bin,
      join(home, 'npm/bin'),
      dirname(process.execPath),
      process.env['PATH'] ?? '/usr/bin:/bin',
    ].join(delimiter),
    npm_config_prefix: join(home, 'npm'),
    npm_config_offline: 'true',
    npm_config_yes: 'true',
    npm_config_update_notifier: 'false',
  };

  beforeAll(() => {
    if (obstacle !== null) return;
    for (const each of [home, bin, join(downloads, 'newer')]) mkdirSync(each, { recursive: true });
    const product = readProduct();
    const deb = (version: string, outDir: string) =>
      buildHeadlessDeb({
        product: { ...product, version },
        machine: process.arch === 'arm64' ? 'arm64' : 'x64',
        outDir,
        dateSeconds: 1_700_000_000,
        compression: 'gzip',
        level: 1,
      });
    deb(product.version, downloads);
    deb(newerVersion, join(downloads, 'newer'));
    buildNpmPackage(product, downloads);
    // The machine of the reader, in a folder: its root, its administrator, and ports that nobody else holds.
    provide('sudo', 'exec "$@"');
    provide('dpkg', `exec /usr/bin/dpkg --root='${root}' --force-depends --log='${folder}/dpkg.log' "$@"`);
    provide(
      'gatehouse',
      `program='${root}/usr/bin/gatehouse'
[ -e "$program" ] || program='${home}/npm/bin/gatehouse'
[ "$1" = serve ] && set -- "$@" --any-ports --port 0
exec "$program" "$@"`,
    );
  });
  afterAll(remove);
  beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? ''));

  function provide(name: string, commands: string): void {
    writeFileSync(join(bin, name), `#!/bin/sh\n${commands}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  /** Starts what runs until it is stopped, waits for the address of the screens, and stops it. */
  async function runUntilReady(commands: string): Promise<number | null> {
    const child = spawn('sh', ['-euc', commands.replace(/^gatehouse/m, 'exec gatehouse')], {
      cwd: downloads,
      env: environment,
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Open http') && resolve());
      void exited.then(() => resolve());
    });
    child.kill('SIGTERM');
    return exited;
  }

  test('says of every block that is not run why not', () => {
    const marked = blocks.filter((commands) => commands.startsWith('# not'));
    expect(marked.filter((commands) => !notRun.test(commands))).toEqual([]);
    expect([marked.length, blocks.length]).toEqual([6, 12]);
  });

  test('names the image by the version of the product', () => {
    const images = [...guide.matchAll(/gatehouse:(\d[\w.]*)/g)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([readProduct().version]));
  });

  test.each(blocks.filter((commands) => !notRun.test(commands)))(
    'its commands do what they say: %s',
    async (commands) => {
      if (untilStopped.test(commands)) return expect(await runUntilReady(commands)).toBe(0);
      const { status, stderr } = spawnSync('sh', ['-euc', commands], {
        cwd: downloads,
        env: environment,
        encoding: 'utf8',
      });
      return expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    },
  );
});
