import {
  accessSync,
  chmodSync,
  constants,
  type Dirent,
  existsSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import {
  type ArtefactKind,
  applySettings,
  type ContractHistory,
  type LintFinding,
  type LintReport,
  reportAt,
} from '#shared/contract-history/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { manifestSchema, workspaceFileAt } from '#shared/workspace/index.ts';
import { baseUrlOf } from '../platform/addresses.ts';
import { systemClock } from '../platform/clock.ts';
import {
  coverageBy,
  editSource,
  type LintedSource,
  lintedEndings,
  lintFile,
  loadContractHistory,
  newestDate,
  openLintSession,
  ruleViews,
  togetherOf,
} from '../services/contract-history/index.ts';
import { loadWorkspace, openWorkspaceManifest, type Workspace } from '../workspace/index.ts';
import { lintContextOf, lintSettingsOf } from './lint-context.ts';

/** Most files that are linted at once. */
const mostFiles = 20_000;
/** Workspace files that are requests, or hold them. */
const lintedKinds: ReadonlySet<string> = new Set(['connector', 'flow']);

/** A run of the linter without an engine around it. */
export interface StandaloneLint {
  /** Folder that holds `contract`. */
  readonly resources: string;
  /** Files and folders, as they were given. */
  readonly paths: readonly string[];
  /** Folder of the workspace whose targets, clients and settings count; null: the one around the first path, if any. */
  readonly workspace: string | null;
  /** null: that of the workspace's settings, or the newest of the history. */
  readonly contractDate: string | null;
  /** Further base URLs of the platform. */
  readonly hosts: readonly string[];
  /** Whether what can be mended is, in the files themselves. */
  readonly isFixing: boolean;
}

export interface StandaloneLintResult {
  readonly report: LintReport;
  readonly rules: ReturnType<typeof ruleViews>;
  readonly fixed: number;
}

interface Knowledge {
  readonly history: ContractHistory;
  readonly rules: ReturnType<typeof ruleViews>;
}

/**
 * Lints files and folders.
 * @throws contract.unreadable where there is nothing to lint, contract.too-large where there is too much
 */
export async function composeStandaloneLint(options: StandaloneLint): Promise<StandaloneLintResult> {
  const history = loadContractHistory(join(options.resources, 'contract'));
  const known: Knowledge = { history, rules: ruleViews(history) };
  for (const host of options.hosts) checkHost(host);
  const files = distinct(options.paths.flatMap(filesAt));
  if (files.length === 0)
    throw new GatehouseError('contract.unreadable', 'There is no file to lint.', {
      fix: `Name files, or folders with files that end in ${[...lintedEndings].join(', ')}.`,
    });
  const workspace = workspaceOf(options);
  try {
    const run = async () =>
      reportOf(known, await lintFiles(known, files, workspace, options), workspace, options);
    const report = await run();
    const fixed = options.isFixing ? await fixFiles(report) : 0;
    return { report: fixed === 0 ? report : await run(), rules: known.rules, fixed };
  } finally {
    workspace?.close();
  }
}

/** A base URL that is none would be one that no request is to, and nothing would be found. */
function checkHost(host: string): void {
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new GatehouseError('cli.usage', `--host ${host} is no base URL.`, {
      fix: 'Write it with its scheme: https://api.example.com/v1.',
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

interface GivenFile {
  readonly path: string;
  readonly kind: ArtefactKind | null;
}

function filesAt(given: string): readonly GivenFile[] {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined)
    throw new GatehouseError('contract.unreadable', `${given} does not exist.`, {
      fix: 'Name a file or a folder that does.',
      location: { file: given },
    });
  if (!found.isDirectory()) return [{ path: given, kind: null }];
  const paths = below(given, []);
  const isWorkspace = existsSync(join(given, 'gatehouse.json'));
  return paths.flatMap((path): readonly GivenFile[] => {
    const inside = relative(given, path).split(sep).join('/');
    const format = isWorkspace ? workspaceFileAt(inside)?.format.kind : undefined;
    // What else a workspace holds is about its own services.
    if (format !== undefined && !lintedKinds.has(format)) return [];
    const kind = format === 'connector' || format === 'flow' ? format : null;
    return [{ path, kind }];
  });
}

function below(folder: string, found: string[]): readonly string[] {
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) below(path, found);
    else if (entry.isFile() && lintedEndings.has(extname(entry.name).slice(1).toLowerCase()))
      found.push(path);
    if (found.length > mostFiles)
      throw new GatehouseError('contract.too-large', `There are more than ${mostFiles} files.`, {
        fix: 'Name smaller folders.',
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
      fix: 'Check that this user may read it, or name other folders.',
      location: { file: shown(folder) },
    });
  }
}

function workspaceOf({ workspace, paths }: StandaloneLint): Workspace | null {
  const directory = workspace ?? nearestWorkspace(resolve(paths[0] ?? '.'));
  return directory === null ? null : loadWorkspace(openWorkspaceManifest(directory), () => null);
}

function nearestWorkspace(from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'gatehouse.json'))) return at;
    if (dirname(at) === at) return null;
  }
}

async function lintFiles(
  { history }: Knowledge,
  files: readonly GivenFile[],
  workspace: Workspace | null,
  { hosts }: StandaloneLint,
): Promise<readonly LintedSource[]> {
  const { services } = workspace?.manifest ?? manifestSchema.parse({ name: 'none' });
  const serviceUrl = (key: ServiceKey) => baseUrlOf(services[key]);
  const context = lintContextOf(workspace, serviceUrl, systemClock.nowMillis());
  const session = openLintSession(history, {
    ...context,
    platformUrls: [...context.platformUrls, ...hosts],
  });
  const linted: LintedSource[] = [];
  for (const { path, kind } of files) linted.push(await lintFile(session, path, shown(path), kind));
  return linted;
}

/**
 * Mends what is found and not ignored; returns how much. A file stays who it is: what a link leads to is mended, and
 * who may read it stays.
 * @throws workspace.unwritable
 */
async function fixFiles({ findings }: LintReport): Promise<number> {
  let fixed = 0;
  const open = findings.filter(({ fix, ignored }) => fix !== null && ignored === null);
  for (const [file, found] of Map.groupBy(open, ({ location }) => location.file)) {
    const { edits, fixed: together } = togetherOf(found);
    const path = realpathSync(file);
    const next = `${path}.gatehouse-new`;
    try {
      const { mode } = statSync(path);
      // One that may not be written is not replaced either; the system lets some users do both.
      if ((mode & 0o222) === 0) throw new Error('It is read-only.');
      accessSync(path, constants.W_OK);
      const task = { signal: new AbortController().signal, onProgress: () => undefined };
      await editSource({ from: path, to: next, file, edits }, task);
      chmodSync(next, mode & 0o777);
      renameSync(next, path);
    } catch (cause) {
      rmSync(next, { force: true });
      throw new GatehouseError('workspace.unwritable', `${file} cannot be mended.`, {
        cause,
        fix: 'Make it writable, or mend it by hand; what was mended before it stays.',
        location: { file },
      });
    }
    fixed += together;
  }
  return fixed;
}

function reportOf(
  { history, rules }: Knowledge,
  linted: readonly LintedSource[],
  workspace: Workspace | null,
  { contractDate }: StandaloneLint,
): LintReport {
  const settings = lintSettingsOf(workspace);
  const today = new Date(systemClock.nowMillis()).toISOString().slice(0, 10);
  const found = linted.flatMap(({ findings }) => findings);
  return reportAt(
    inWorkspace(found, workspace, (named) => applySettings(named, settings, today)),
    {
      contractDate: contractDate ?? settings.contract_date ?? newestDate(history),
      coverage: coverageBy(
        { history, rules },
        settings,
        linted.map(({ counts }) => counts),
      ),
      errors: linted.flatMap(({ errors }) => errors),
      omitted: linted.reduce((sum, { counts }) => sum + counts.omitted, 0),
    },
  );
}

/** Findings as the settings of a workspace name their files, and back. */
function inWorkspace(
  findings: readonly LintFinding[],
  workspace: Workspace | null,
  apply: (named: readonly LintFinding[]) => readonly LintFinding[],
): readonly LintFinding[] {
  if (workspace === null) return apply(findings);
  const files = new Map<string, string>();
  const named = findings.map((finding) => {
    const inside = relative(workspace.directory, resolve(finding.location.file)).split(sep).join('/');
    const file = inside.startsWith('..') ? finding.location.file : inside;
    files.set(file, finding.location.file);
    return { ...finding, location: { ...finding.location, file } };
  });
  return apply(named).map((finding) => ({
    ...finding,
    location: { ...finding.location, file: files.get(finding.location.file) ?? finding.location.file },
  }));
}

/** A path as reports show it, the same on every system. */
function shown(path: string): string {
  return path.split(sep).join('/');
}
