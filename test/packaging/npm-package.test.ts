import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InstalledProgram, runInstalled, serveInstalled } from '#test/support/packaging/installed.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { thirdParties } from '../../scripts/support/packaging/notices.ts';
import { buildNpmPackage } from '../../scripts/support/packaging/npm-package.ts';
import { runNpm } from '../../scripts/support/packaging/npm-program.ts';
import { readProduct } from '../../scripts/support/packaging/product.ts';

const product = readProduct();

describe('the package for npm', () => {
  const { path: folder, remove } = temporaryDirectory();
  const prefix = join(folder, 'prefix');
  const home = join(folder, 'home');
  const installed = join(prefix, 'node_modules/gatehouse');
  const nodes = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const program: InstalledProgram = {
    command: join(prefix, 'node_modules/.bin/gatehouse'),
    home,
    path: nodes,
  };
  let archive = '';

  beforeAll(() => {
    mkdirSync(home, { recursive: true });
    mkdirSync(prefix);
    archive = buildNpmPackage(product, folder);
    const { code, output } = runNpm(
      ['install', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, archive],
      home,
    );
    if (code !== 0) throw new Error(output);
  });
  afterAll(remove);

  test('installs without the registry: it needs no other package', () => {
    expect(readdirSync(join(prefix, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'gatehouse',
    ]);
    const manifest: unknown = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version: product.version, engines: { node: '>=22.15' } });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });

  test('brings no source, no test, no map; its licences and its bill of materials', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => /\.(map|tsx?)$|\.test\.|node_modules|out\/preload/.test(path))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', 'README.md']),
    );
  });

  test('lists in its bill of materials exactly what is bundled, each package with its digest', () => {
    const { components }: { components: readonly { name: string; hashes?: readonly unknown[] }[] } =
      JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'));
    expect(components.map(({ name }) => name)).toEqual(thirdParties().map(({ name }) => name));
    expect(components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name)).toEqual([
      'JetBrains Mono',
    ]);
  });

  test('does the main job in an empty prefix', async () => {
    expect(runInstalled(program, ['--version']).stdout).toBe(`${product.version}\n`);
    const running = await serveInstalled(program, []);
    const metadata = await fetch(
      `${running.ready.services['authorizationServer']}/.well-known/oauth-authorization-server`,
    );
    expect(metadata.status).toBe(200);
    expect(await running.stop()).toBe(0);
    writeFileSync(join(folder, 'calls.sh'), 'curl https://api.example/v1/users\n');
    expect(
      runInstalled(program, ['lint', join(folder, 'calls.sh'), '--other-host', 'api.example']),
    ).toMatchObject({ code: 0, stderr: '' });
  });

  test('is run by npx straight from its archive', () => {
    const { code, output } = runNpm(
      ['exec', '--offline', '--yes', '--', `./${basename(archive)}`, '--version'],
      folder,
    );
    expect([code, output.split('\n')]).toEqual([0, expect.arrayContaining([product.version])]);
  });

  test.each([
    ['20.20.2', 1],
    ['22.14.0', 1],
    ['23.9.0', 1],
    ['22.15.0', 0],
    ['23.10.0', 0],
    ['24.0.0', 0],
  ])('on Node %s it ends with %i, and says what to install where that is too old', (version, code) => {
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const args = ['--import', pretend, join(installed, 'bin/gatehouse.mjs'), '--version'];
    const ended = runInstalled({ command: process.execPath, home }, args);
    expect(ended.code).toBe(code);
    expect(ended.stderr.includes('needs Node 22.15 or newer')).toBe(code === 1);
  });
});
