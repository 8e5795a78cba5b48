import type { SourceFile } from './source-tree.ts';

/**
 * Names that Windows refuses, whatever their ending; https://learn.microsoft.com/windows/win32/fileio/naming-a-file.
 */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
// Spelled out, since a pattern must not hold characters of control.
const refusedCharacters = new RegExp(`[<>:"|?*\\\\${String.fromCharCode(0)}-${String.fromCharCode(31)}]`);
/** Windows takes 260 characters for the whole path, and a clone lies somewhere. */
const maxCharacters = 160;

/** Lists the faults that keep paths of the checkout from being laid out on Windows or macOS, one line each. */
export function nameDefects(paths: readonly string[]): readonly string[] {
  return [...paths.flatMap(ownDefects), ...twins(paths)];
}

function ownDefects(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '');
  const found = names.flatMap((name) => [
    ...(reserved.test(name) ? ['has a name that Windows keeps for itself'] : []),
    ...(refusedCharacters.test(name) ? ['has a character that Windows refuses'] : []),
    ...(/[. ]$/.test(name) ? ['has a name that ends with a dot or a space'] : []),
    // macOS decomposes what it is given, and Git would show another name.
    ...(name === name.normalize('NFC') ? [] : ['is not in composed form (NFC)']),
  ]);
  const long = path.length > maxCharacters ? [`is longer than ${maxCharacters} characters`] : [];
  return [...found, ...long].map((defect) => `${path} ${defect}`);
}

/** Two paths that Windows and macOS take for one; a folder counts once, however many files are in it. */
function twins(paths: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  const prefixes = new Set(
    paths.flatMap((path) => {
      const names = path.split('/').filter((name) => name !== '');
      return names.map((_name, index) => names.slice(0, index + 1).join('/'));
    }),
  );
  return [...prefixes].flatMap((path) => {
    const key = path.normalize('NFC').toLowerCase();
    const other = known.get(key);
    known.set(key, path);
    return other === undefined ? [] : [`${path} differs from ${other} by case alone`];
  });
}

/** A way of writing a path that holds on one system only. */
interface PathRule {
  readonly pattern: RegExp;
  readonly defect: string;
}

const rules: readonly PathRule[] = [
  {
    pattern: /import[^;]*\bposix\b[^;]*from 'node:path'|from 'node:path\/posix'|\bpath\.posix\b/,
    defect: 'takes path.posix for path',
  },
  { pattern: /`file:\/\/\$\{|['"]file:\/\/\/?['"]\s*\+/, defect: 'puts an address together: pathToFileURL' },
  {
    pattern: /import\.meta\.url\)\.pathname|new URL\(import\.meta\.url\)\.pathname/,
    defect: 'takes an address for a path: fileURLToPath',
  },
  {
    pattern:
      /\b(?:join|file|writeFileSync|mkdirSync)\([^'"`\n]*(['"])(?!https?:)[^'"`\n]*[<>:"|?*][^'"`\n]*\.\w{1,5}\1/,
    defect: 'makes a file with a name that Windows refuses',
  },
];

/** The lines of a module that hold on one system only, as `path:line: defect`; what is allowed is left out. */
export function pathDefects(
  { path, text }: SourceFile,
  allowed: Readonly<Record<string, string>>,
): readonly string[] {
  if (allowed[path] !== undefined) return [];
  return rules.flatMap(({ pattern, defect }) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(
      ({ index }) => `${path}:${text.slice(0, index).split('\n').length}: ${defect}`,
    ),
  );
}
