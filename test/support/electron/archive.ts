import childProcess from 'node:child_process';
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';
import { extractFile, statFile } from '@electron/asar';

/**
 * Lets the application under test run out of its archive, as far as Electron does: what follows is read from the archive,
 * as lib/node/asar-fs-wrapper.ts of Electron reads it. Everything else meets the archive as the one file that it is.
 */
type Inside = { readonly archive: string; readonly path: string };

function splitPath(given: unknown): Inside | null {
  const text = given instanceof URL ? fileURLToPath(given) : String(given);
  const found = /^(.*?\.asar)[\\/](.+)$/.exec(text);
  return found === null ? null : { archive: found[1] ?? '', path: (found[2] ?? '').split(sep).join('/') };
}

function entryOf({ archive, path }: Inside) {
  try {
    return statFile(archive, path);
  } catch {
    return null;
  }
}

function notFound({ archive, path }: Inside): Error {
  return Object.assign(new Error(`ENOENT, ${path} not found in ${archive}`), { code: 'ENOENT', errno: -2 });
}

function read(inside: Inside): Buffer {
  const entry = entryOf(inside);
  if (entry === null || 'files' in entry) throw notFound(inside);
  return 'unpacked' in entry && entry.unpacked
    ? real.readFileSync(`${inside.archive}.unpacked/${inside.path}`)
    : extractFile(inside.archive, inside.path);
}

const real = { ...fs };

function statsOf(inside: Inside, options?: fs.StatSyncOptions) {
  const entry = entryOf(inside);
  if (entry === null) {
    if (options?.throwIfNoEntry === false) return null;
    throw notFound(inside);
  }
  const isDirectory = 'files' in entry;
  const size = isDirectory ? 0 : 'size' in entry ? entry.size : 0;
  return { size, isDirectory: () => isDirectory, isFile: () => !isDirectory, isSymbolicLink: () => false };
}

function namesIn(inside: Inside): readonly string[] {
  const entry = entryOf(inside);
  if (entry === null || !('files' in entry)) throw notFound(inside);
  return Object.keys(entry.files);
}

interface Listed {
  readonly name: string;
  readonly parentPath: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

function list(folder: string, inside: Inside, isRecursive: boolean): readonly Listed[] {
  return namesIn(inside).flatMap((name) => {
    const below = { ...inside, path: `${inside.path}/${name}` };
    const entry = entryOf(below);
    const isDirectory = entry !== null && 'files' in entry;
    const listed = { name, parentPath: folder, isFile: () => !isDirectory, isDirectory: () => isDirectory };
    return isDirectory && isRecursive ? [listed, ...list(join(folder, name), below, true)] : [listed];
  });
}

/** An own answer where a path leads into an archive. */
function wrap(name: keyof typeof fs, answer: (inside: Inside, ...args: never[]) => unknown): void {
  const original = Reflect.get(real, name) as (...args: unknown[]) => unknown;
  Reflect.set(fs, name, (...args: unknown[]) => {
    const inside = splitPath(args[0]);
    return inside === null ? original(...args) : answer(inside, ...(args.slice(1) as never[]));
  });
}

type ReadOptions = BufferEncoding | { readonly encoding?: BufferEncoding | null } | null;
wrap('readFileSync', (inside, options?: ReadOptions) => {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const bytes = read(inside);
  return encoding === undefined || encoding === null ? bytes : bytes.toString(encoding);
});
wrap('existsSync', (inside) => entryOf(inside) !== null);
wrap('statSync', statsOf);
wrap('lstatSync', statsOf);
wrap(
  'readdirSync',
  (inside, options?: { readonly recursive?: boolean; readonly withFileTypes?: boolean }) => {
    const listed = list(join(inside.archive, inside.path), inside, options?.recursive === true);
    return options?.withFileTypes === true ? listed : listed.map(({ name }) => name);
  },
);

/**
 * Refuses the functions that Electron does not lead into an archive. docs/tutorial/asar-archives.md, and the
 * functions that the wrapper leaves out.
 */
function refuse(module: object, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(module, name) as (...args: unknown[]) => unknown;
    Reflect.set(module, name, (...args: unknown[]) => {
      if (splitPath(args[0]) !== null)
        throw new Error(`${name} was called on ${String(args[0])}, in an archive`);
      return original(...args);
    });
  }
}
refuse(fs, ['cp', 'cpSync', 'opendir', 'opendirSync', 'createReadStream', 'watch']);
refuse(fs.promises, ['cp', 'opendir']);
refuse(childProcess, ['exec', 'execSync', 'fork', 'spawn', 'spawnSync']);

const { Worker: RealWorker } = workerThreads;
Reflect.set(
  workerThreads,
  'Worker',
  class extends RealWorker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      if (splitPath(file) !== null)
        throw new Error(`A Worker was started from ${String(file)}, in an archive`);
      super(file, options);
    }
  },
);
syncBuiltinESMExports();

registerHooks({
  resolve(specifier, context, next) {
    const isRelative = /^\.{1,2}\//.test(specifier);
    const url =
      isRelative && context.parentURL !== undefined ? new URL(specifier, context.parentURL).href : specifier;
    const isInside = url.startsWith('file:') && splitPath(new URL(url)) !== null;
    return isInside ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const inside = url.startsWith('file:') ? splitPath(new URL(url)) : null;
    return inside === null
      ? next(url, context)
      : { source: read(inside), format: 'module', shortCircuit: true };
  },
});

// Node itself does not begin with a file in an archive.
await import(process.env['GATEHOUSE_TEST_BUNDLE'] ?? '');
