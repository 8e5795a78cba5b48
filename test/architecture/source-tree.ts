import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const rootDir = resolve(import.meta.dirname, '../..');
const folders = ['src-shared', 'src-main', 'src-renderer', 'scripts', 'test'];
const modulePattern = /\.(?:[cm]?[jt]s|tsx)$/;
const textPattern = /\.(?:[cm]?[jt]s|tsx|css|html|json|md|svg|ya?ml|cmd)$/;

/** A file of the checkout: its path with slashes, from the top of the checkout. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every module that people write: of the three source roots, the scripts, the tests and the configuration. */
export function readModuleFiles(): readonly SourceFile[] {
  return listPaths()
    .filter((path) => modulePattern.test(path) && !path.startsWith('test/fixtures/'))
    .map(readSource);
}

/** Every text file that people write, the documents at the top and the resources included; no lock file. */
export function readTextFiles(): readonly SourceFile[] {
  return [...listPaths(), ...listFolder('resources')]
    .filter((path) => textPattern.test(path) && path !== 'package-lock.json')
    .map(readSource);
}

function listPaths(): readonly string[] {
  const atTop = readdirSync(rootDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return [...atTop, ...folders.flatMap(listFolder)];
}

function listFolder(folder: string): readonly string[] {
  return readdirSync(join(rootDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(rootDir.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted();
}

function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(rootDir, path), 'utf8') };
}
