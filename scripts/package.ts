import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChild } from './run/child.mjs';
import { buildInstallers } from './support/packaging/desktop-installers.ts';
import { buildHeadlessDeb } from './support/packaging/headless-deb.ts';
import { buildNpmPackage } from './support/packaging/npm-package.ts';
import { readProduct, sourceDateSeconds } from './support/packaging/product.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

const kinds = ['headless', 'npm', 'desktop'] as const;
type Kind = (typeof kinds)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(rootDir, 'dist') } },
});
const product = readProduct();

/** Installer formats of the desktop application, by platform. */
const installers = { linux: ['AppImage', 'deb'], win32: ['nsis'], darwin: ['dmg'] } as const;

const desktopNeeds =
  '           The Electron runtime and the tools of electron-builder are downloaded: this machine has to reach them.\n' +
  '           What can be checked without them is checked by `npm run test:package`.';

async function buildKind(kind: Kind): Promise<readonly string[]> {
  const { platform, arch } = process;
  switch (kind) {
    case 'npm':
      return [buildNpmPackage(product, values.out)];
    case 'headless':
      if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64'))
        throw new Error('the package for Debian is built on Linux, for the machine that builds it');
      return [
        buildHeadlessDeb({
          product,
          machine: arch,
          outDir: values.out,
          dateSeconds: sourceDateSeconds(process.env),
          compression: 'zstd',
          level: 19,
        }),
      ];
    case 'desktop':
      if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin')
        throw new Error(`there is no installer for ${platform}`);
      return buildInstallers({
        product,
        outDir: values.out,
        targets: installers[platform],
        electronDist: null,
      });
  }
}

async function packageAll(wanted: readonly Kind[]): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  if (product.placeholders.length > 0)
    process.stdout.write(
      `NOTE       packaging/product.json still has placeholders: ${product.placeholders.join(', ')}\n`,
    );
  let failures = 0;
  for (const kind of wanted) {
    try {
      for (const file of await buildKind(kind)) process.stdout.write(`built      ${file}\n`);
    } catch (error) {
      failures += 1;
      const why = error instanceof Error ? error.message : String(error);
      process.stdout.write(`NOT BUILT  ${kind}: ${why}${kind === 'desktop' ? `\n${desktopNeeds}` : ''}\n`);
    }
  }
  return failures === 0 ? 0 : 1;
}

const unknown = positionals.filter((word) => !kinds.some((kind) => kind === word));
if (unknown.length > 0) {
  process.stderr.write(`usage: npm run package [-- ${kinds.join(' | ')}] [--out <folder>]\n`);
  process.exitCode = 2;
} else {
  const wanted = kinds.filter((kind) => positionals.length === 0 || positionals.includes(kind));
  process.exitCode = await packageAll(wanted);
}
