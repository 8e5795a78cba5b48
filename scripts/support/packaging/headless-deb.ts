import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rootDir } from '../root.ts';
import { copyApplication } from './application.ts';
import {
  changelogText,
  checksumsText,
  controlText,
  copyrightText,
  type DebMachine,
  debArchitectures,
  debName,
} from './deb-texts.ts';
import type { Product } from './product.ts';

const home = 'usr/lib/gatehouse';
const documents = `usr/share/doc/${debName}`;

export interface DebOptions {
  readonly product: Product;
  readonly machine: DebMachine;
  /** Folder that the package is written into. */
  readonly outDir: string;
  /** Seconds since 1970 that every file in it carries. */
  readonly dateSeconds: number;
  /** zstd needs dpkg 1.21.18 or newer to install; gzip suits every dpkg. */
  readonly compression: 'gzip' | 'xz' | 'zstd';
  readonly level: number;
}

/**
 * Builds the package of the headless host with a Node of its own, and returns its path. The same sources give the same
 * bytes. It has no maintainer scripts: nothing runs as root, and nothing of a user is ever touched.
 * @throws Error where the Node for the machine is not installed, or dpkg-deb fails
 */
export function buildHeadlessDeb(options: DebOptions): string {
  const { product, machine, outDir, dateSeconds, compression, level } = options;
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-deb-'));
  try {
    fillRoot(root, options);
    setRights(root, dateSeconds);
    mkdirSync(outDir, { recursive: true });
    const file = join(outDir, `${debName}_${product.version}_${debArchitectures[machine]}.deb`);
    const compress = [`-Z${compression}`, `-z${level}`];
    run('dpkg-deb', ['--root-owner-group', ...compress, '--build', root, file], {
      SOURCE_DATE_EPOCH: String(dateSeconds),
    });
    return file;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function fillRoot(root: string, { product, machine, dateSeconds }: DebOptions): void {
  const node = join(rootDir, 'node_modules', `node-linux-${machine}`);
  if (!existsSync(join(node, 'bin/node')))
    throw new Error(`The Node for ${machine} is not installed: build the package on such a machine.`);
  const { version }: { version: string } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
  mkdirSync(join(root, home), { recursive: true });
  copyApplication(join(root, home), { product, host: 'headless', runtimes: [{ name: 'node', version }] });
  cpSync(join(node, 'bin/node'), join(root, home, 'node'));
  const packaged = (name: string) => readFileSync(join(rootDir, 'packaging/headless', name), 'utf8');
  const manual = packaged('gatehouse.1')
    .replaceAll('@VERSION@', product.version)
    .replaceAll('@DAY@', new Date(dateSeconds * 1_000).toISOString().slice(0, 10));
  const notices = readFileSync(join(root, home, 'THIRD-PARTY-NOTICES.txt'));
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'usr/bin/gatehouse': packaged('gatehouse.sh'),
    'usr/lib/systemd/user/gatehouse.service': packaged('gatehouse.service'),
    'usr/share/man/man1/gatehouse.1.gz': zipped(manual),
    'usr/share/bash-completion/completions/gatehouse': packaged('completion.bash'),
    'usr/share/zsh/vendor-completions/_gatehouse': packaged('completion.zsh'),
    'usr/share/fish/vendor_completions.d/gatehouse.fish': packaged('completion.fish'),
    [`${documents}/copyright`]: copyrightText(product),
    [`${documents}/changelog.gz`]: zipped(changelogText(product, dateSeconds)),
    [`${documents}/NEWS.gz`]: zipped(readFileSync(join(rootDir, 'CHANGELOG.md'))),
    [`${documents}/NODE-LICENSE.gz`]: zipped(readFileSync(join(node, 'LICENSE'))),
    [`${documents}/THIRD-PARTY-NOTICES.txt.gz`]: zipped(notices),
  };
  for (const [path, content] of Object.entries(files)) write(root, path, content);
  // Debian has the text of the licence in common-licenses; the notices stand among the documents.
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.txt']) rmSync(join(root, home, name));
  const contents = readTree(root);
  const bytes = [...contents.values()].reduce((sum, content) => sum + content.length, 0);
  write(root, 'DEBIAN/control', controlText(product, machine, Math.ceil(bytes / 1_024)));
  write(root, 'DEBIAN/md5sums', checksumsText(contents));
}

/** Level 9 and no name: what Debian asks of a manual page, and the same bytes every time. */
function zipped(content: string | Uint8Array): Uint8Array {
  return gzipSync(content, { level: 9 });
}

function write(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function readTree(root: string): ReadonlyMap<string, Uint8Array> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.toSorted().map((path) => [path.slice(root.length + 1), readFileSync(path)]));
}

/** Rights and times do not depend on who builds, nor when. */
function setRights(root: string, dateSeconds: number): void {
  const programs = new Set([join(root, 'usr/bin/gatehouse'), join(root, home, 'node')]);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || programs.has(path) ? 0o755 : 0o644);
    lutimesSync(path, dateSeconds, dateSeconds);
  }
  chmodSync(root, 0o755);
  lutimesSync(root, dateSeconds, dateSeconds);
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const { status, error, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error !== undefined) throw new Error(`${command} cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
