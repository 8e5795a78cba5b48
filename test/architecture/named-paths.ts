import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFormats } from '#shared/workspace/index.ts';

const root = join(import.meta.dirname, '../..');
const unwatched = new Set(['node_modules', '.git', 'out', '.reports', 'dist', 'test-results']);

/** Every file and folder of the checkout, with slashes, from its top; folders end with one. */
export function treePaths(): readonly string[] {
  const walk = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      if (unwatched.has(entry.name)) return [];
      return entry.isDirectory() ? [`${path}/`, ...walk(`${path}/`)] : [path];
    });
  return walk('');
}

/** Folders of a user's workspace, which the pages name as the user sees them, and of the program's state beside it. */
const workspaceFolders: ReadonlySet<string> = new Set(
  Object.values(workspaceFormats).flatMap(({ folder }) => folder.split('/')[0] ?? []),
);

/** `a/{b,c}` as `a/b` and `a/c`. */
function expanded(path: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

/** The text of a page between backticks, blocks of code left out: those are files and commands of the reader. */
function quoted(page: string): readonly string[] {
  return [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}

const tops: ReadonlySet<string> = new Set(readdirSync(root).filter((name) => !unwatched.has(name)));
const topOf = (path: string) => path.split('/')[0] ?? '';
const plain = /^[\w@.<>*{},…-]+(?:\/[\w@.<>*{},…-]+)*\/?$/;
const ending = /\.(?:[cm]?[jt]sx?|css|html|json|md|txt|sh|ya?ml)$/;
const sourceEnding = /\.(?:[cm]?[jt]sx?|css|md)$/;

/**
 * Readers of a page: developers, to whom it may name a module from where it stands, or users, who have paths of their
 * own.
 */
export type Reader = 'developers' | 'users';

function isPath(text: string, reader: Reader): boolean {
  const top = topOf(text);
  if (unwatched.has(top) || text.startsWith('@')) return false;
  if (text.includes('/') && tops.has(top)) return true;
  if (reader === 'users') return false;
  if (!text.includes('/')) return sourceEnding.test(text) || tops.has(text);
  return (ending.test(text) || text.endsWith('/')) && !workspaceFolders.has(top);
}

/**
 * The paths of the checkout that a page names, placeholders such as `<grant>` and `*` in them: what begins with one of
 * its folders, and for developers what has the ending of a file or of a folder. No path is what stands in a folder of a
 * workspace or in one that commands make, a package, and what is written with spaces, unless a command names it from the
 * top.
 */
export function namedPaths(page: string, reader: Reader): readonly string[] {
  return quoted(page)
    .flatMap((text) =>
      text.includes(' ') ? text.split(/\s+/).filter((word) => tops.has(topOf(word))) : [text],
    )
    .filter((text) => plain.test(text) && isPath(text, reader))
    .flatMap(expanded);
}

/** True if a path leads somewhere: from the top, or, where a page says where it is, from any folder. */
export function leadsSomewhere(path: string, tree: readonly string[]): boolean {
  if (existsSync(join(root, path))) return true;
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll(/<[^>]*>|\*/g, '[^/]+')
    .replaceAll('…', '.+');
  const known = new RegExp(`(?:^|/)${pattern}${path.endsWith('/') ? '/' : '/?'}$`);
  return tree.some((candidate) => known.test(candidate));
}
