import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { ArtefactKind } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { workspaceFileAt } from '#shared/workspace/index.ts';
import { lintedEndings } from '../reading/read-artefact.ts';

/** Most files that are linted at once. */
const maxFiles = 20_000;
/** Workspace files that are requests, or hold them. */
const lintedKinds: ReadonlySet<string> = new Set(['connector', 'flow']);

/** A file to lint; `kind` is null where its content says it. */
export interface GivenFile {
  readonly path: string;
  readonly kind: ArtefactKind | null;
}

/** Everything below some paths. */
export interface GivenFiles {
  readonly files: readonly GivenFile[];
  /** Files of folders that no reader takes, and that may hold calls. */
  readonly notRead: readonly string[];
}

/**
 * The files of paths of files and folders, each once and in order.
 * @throws contract.unreadable if there is none, contract.too-large if there are too many
 */
export function givenFiles(paths: readonly string[]): GivenFiles {
  const given = paths.map(filesAt);
  const files = distinct(given.flatMap((each) => each.files));
  const named = new Set(files.map(({ path }) => resolve(path)));
  const notRead = [...new Set(given.flatMap((each) => each.notRead))].filter(
    (path) => !named.has(resolve(path)),
  );
  if (files.length > 0 || notRead.length > 0) return { files, notRead: notRead.map(shown).toSorted() };
  throw new GatehouseError('contract.unreadable', 'No files to lint.', {
    fix: `Specify files, or folders with files that end in ${[...lintedEndings].join(', ')}.`,
  });
}

/** Each file once, however often and in whatever order it was named. */
function distinct(files: readonly GivenFile[]): readonly GivenFile[] {
  const byPath = new Map<string, GivenFile>();
  for (const file of files) {
    const known = byPath.get(resolve(file.path));
    const [one, other] = known === undefined || file.path < known.path ? [file, known] : [known, file];
    byPath.set(resolve(file.path), { path: one.path, kind: one.kind ?? other?.kind ?? null });
  }
  return [...byPath.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function filesAt(given: string): GivenFiles {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined)
    throw new GatehouseError('contract.unreadable', `${given} does not exist.`, {
      fix: 'Specify an existing file or folder.',
      location: { file: given },
    });
  if (!found.isDirectory()) return { files: [{ path: given, kind: null }], notRead: [] };
  const isWorkspace = existsSync(join(given, 'gatehouse.json'));
  const files: GivenFile[] = [];
  const notRead: string[] = [];
  for (const path of below(given, [])) {
    const inside = relative(given, path).split(sep).join('/');
    const format = isWorkspace ? workspaceFileAt(inside)?.format.kind : undefined;
    // Other files of a workspace are about its own services.
    if (format !== undefined && !lintedKinds.has(format)) continue;
    const kind = format === 'connector' || format === 'flow' ? format : null;
    if (kind !== null || lintedEndings.has(endingOf(path))) files.push({ path, kind });
    else if (mayHoldCalls(path)) notRead.push(path);
  }
  return { files, notRead };
}

/** Kinds of file that send nothing: pictures, fonts, styles, texts for people, tables. */
const withoutCalls: ReadonlySet<string> = new Set(
  `png jpg jpeg gif svg ico webp avif bmp woff woff2 ttf otf eot css scss less md markdown rst adoc pdf log lock map
   csv tsv xlsx docx pem crt cer key`.split(/\s+/),
);
const withoutCallsByName =
  /^(?:licen[cs]e|readme|changelog|notice|authors|contributors|codeowners|copying)$/i;

function endingOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

function mayHoldCalls(path: string): boolean {
  return !withoutCalls.has(endingOf(path)) && !withoutCallsByName.test(basename(path));
}

function below(folder: string, found: string[]): readonly string[] {
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) below(path, found);
    else if (entry.isFile()) found.push(path);
    if (found.length > maxFiles)
      throw new GatehouseError('contract.too-large', `There are more than ${maxFiles} files.`, {
        fix: 'Specify folders with fewer files.',
      });
  }
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (cause) {
    throw new GatehouseError('contract.unreadable', `${folder} cannot be read.`, {
      cause,
      fix: 'Check the read permission, or specify other folders.',
      location: { file: shown(folder) },
    });
  }
}

/** The workspace folder of a path; null: it is in none. */
export function nearestWorkspace(from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'gatehouse.json'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** A path as reports show it, the same on every system. */
export function shown(path: string): string {
  return path.split(sep).join('/');
}
