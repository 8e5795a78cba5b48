import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Stands for the packager `fpm` where that cannot be downloaded: takes what electron-builder gives it for a deb, and
 * calls dpkg-deb. Run as a program; what it does not know makes it fail, so that nothing is left out unseen.
 */
const single = new Set(['--force']);
const known = new Set([
  '-s',
  '-t',
  '-d',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--category',
  '--deb-compression',
  '--deb-priority',
  '--deb-recommends',
  '--description',
  '--license',
  '--log',
  '--maintainer',
  '--name',
  '--package',
  '--url',
  '--vendor',
  '--version',
]);

function parse(args: readonly string[]): {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly paths: readonly string[];
} {
  const values = new Map<string, string[]>();
  const paths: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (single.has(word)) continue;
    if (!word.startsWith('-')) {
      paths.push(word);
      continue;
    }
    const [name = '', inline] = word.split(/=(.*)/s);
    if (!known.has(name)) throw new Error(`fpm stand-in: ${name} is not known.`);
    values.set(name, [...(values.get(name) ?? []), inline ?? args[(index += 1)] ?? '']);
  }
  return { values, paths };
}

function packDeb(args: readonly string[]): void {
  const { values, paths } = parse(args);
  const one = (name: string) => values.get(name)?.[0] ?? '';
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-fpm-'));
  mkdirSync(join(root, 'DEBIAN'));
  for (const path of paths) {
    const at = path.indexOf('=');
    const to = join(root, path.slice(at + 1));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path.slice(0, at), to, { recursive: true });
  }
  for (const [name, script] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ] as const) {
    if (one(name) === '') continue;
    cpSync(one(name), join(root, 'DEBIAN', script));
    chmodSync(join(root, 'DEBIAN', script), 0o755);
  }
  const [summary = '', ...rest] = one('--description').trim().split('\n');
  const control = [
    `Package: ${one('--name')}`,
    `Version: ${one('--version')}`,
    `Architecture: ${one('--architecture')}`,
    `Maintainer: ${one('--maintainer')}`,
    `Depends: ${(values.get('-d') ?? []).join(', ')}`,
    `Section: ${one('--category')}`,
    `Priority: ${one('--deb-priority')}`,
    `Homepage: ${one('--url')}`,
    `Description: ${[summary, ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n')}`,
  ];
  writeFileSync(join(root, 'DEBIAN/control'), `${control.join('\n')}\n`);
  const { status, stderr } = spawnSync(
    'dpkg-deb',
    ['--root-owner-group', '-Zgzip', '-z1', '--build', root, one('--package')],
    { encoding: 'utf8' },
  );
  rmSync(root, { recursive: true, force: true });
  if (status !== 0) throw new Error(stderr);
}

packDeb(process.argv.slice(2));
