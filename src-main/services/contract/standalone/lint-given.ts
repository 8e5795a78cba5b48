import { relative, resolve, sep } from 'node:path';
import type { StartIsolate } from '#main/platform/isolates/index.ts';
import type { TaskWorker } from '#main/platform/task-worker.ts';
import {
  applySettings,
  baselineOf,
  reportAt,
  unknownRules,
  withBaseline,
} from '#main/services/contract/pure/index.ts';
import {
  type ContractHistory,
  type LintFinding,
  type LintReport,
  type LintSettings,
  omittedAt,
} from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { loadContractHistory } from '../data.ts';
import type { LintContext } from '../linting/lint-context.ts';
import { type LintedSource, unread } from '../linting/lint-source.ts';
import { createLintWorker, isTooSlow } from '../linting/lint-worker.ts';
import type { ContractTasks } from '../linting/tasks.ts';
import { coverageBy, newestDate, ruleViews } from '../service/rule-views.ts';
import { settingsFile } from '../service/settings-file.ts';
import { readBaseline, writeBaseline } from './baseline-file.ts';
import { type GivenFile, givenFiles, nearestWorkspace, shown } from './given-files.ts';
import { mendFiles } from './mend-files.ts';

/** The workspace around the files as far as it counts, or none. */
export interface LintSurroundings {
  /** null: there is no workspace. */
  readonly directory: string | null;
  readonly settings: LintSettings;
  readonly context: LintContext;
  close(): void;
}

/** A run of the linter without an engine around it. */
export interface StandaloneLint {
  /** Folder of the history of the contract. */
  readonly history: string;
  /** Entry of the process in which files are read: one that takes for ever ends with it. */
  readonly worker: URL;
  readonly start: StartIsolate;
  /** Files and folders, as they were given. */
  readonly paths: readonly string[];
  /** Folder of the workspace whose targets, clients and settings count; null: the one around the first path, if any. */
  readonly workspace: string | null;
  /** null: that of the workspace's settings, or the newest of the history. */
  readonly contractDate: string | null;
  /** Further base URLs of the platform. */
  readonly hosts: readonly string[];
  /** Names of hosts that are not the platform. */
  readonly otherHosts: readonly string[];
  /** File of the findings that are known: only others count; null: none. */
  readonly baseline: string | null;
  /** File to which the findings are written as known ones; null: none. */
  readonly newBaseline: string | null;
  /** True if findings that can be fixed are, in the files themselves. */
  readonly isFixing: boolean;
  readonly nowMillis: number;
  /** Reads the workspace of a folder; null: there is none. */
  readonly surroundings: (directory: string | null) => LintSurroundings;
}

/** The findings, and the number that was fixed. */
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
 * Lints files and folders, as the command line does.
 * @throws contract.unreadable where there is nothing to lint, contract.too-large where there is too much
 */
export async function lintGiven(options: StandaloneLint): Promise<StandaloneLintResult> {
  const history = loadContractHistory(options.history);
  const known: Knowledge = { history, rules: ruleViews(history) };
  for (const host of options.hosts) checkHost(host);
  const { files, notRead } = givenFiles(options.paths);
  const worker = createLintWorker(options.worker, options.history, options.start);
  const around = options.surroundings(
    options.workspace ?? nearestWorkspace(resolve(options.paths[0] ?? '.')),
  );
  try {
    const run = async (by = options) =>
      reportOf(known, { linted: await lintFiles(worker, files, around, by), notRead }, around, by);
    const report = await run();
    if (options.newBaseline !== null) {
      writeBaseline(options.newBaseline, baselineOf(report.findings));
      return { report: knownIn(report, options.newBaseline), rules: known.rules, fixed: 0 };
    }
    const fixed = options.isFixing ? await mendFiles(report) : 0;
    return { report: fixed === 0 ? report : await run(), rules: known.rules, fixed };
  } finally {
    around.close();
    await worker.close();
  }
}

/** A base URL that is none would be one that no request is to, and nothing would be found. */
function checkHost(host: string): void {
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new GatehouseError('cli.usage', `--host ${host} is not a base URL.`, {
      fix: 'Include the scheme: https://api.example.com/v1.',
    });
}

async function lintFiles(
  worker: TaskWorker<ContractTasks>,
  files: readonly GivenFile[],
  { context: known }: LintSurroundings,
  { hosts }: StandaloneLint,
): Promise<readonly LintedSource[]> {
  const context = { ...known, platformUrls: [...known.platformUrls, ...hosts] };
  const linted: LintedSource[] = [];
  for (const { path, kind } of files) {
    const file = shown(path);
    try {
      linted.push(await worker.run('lintFile', { context, path, file, kind }));
    } catch (error) {
      if (!isTooSlow(error)) throw error;
      linted.push(unread(file, kind ?? 'json', error));
    }
  }
  return linted;
}

function reportOf(
  { history, rules }: Knowledge,
  { linted, notRead }: { readonly linted: readonly LintedSource[]; readonly notRead: readonly string[] },
  { directory, settings, context }: LintSurroundings,
  { contractDate, nowMillis, otherHosts, baseline, newBaseline }: StandaloneLint,
): LintReport {
  const today = new Date(nowMillis).toISOString().slice(0, 10);
  const found = linted.flatMap(({ findings }) => findings);
  const date = contractDate ?? settings.contract_date ?? newestDate(history);
  const report = reportAt(
    inWorkspace(found, directory, (named) => applySettings(named, settings, today)),
    {
      contractDate: date,
      coverage: coverageBy(
        { history, rules },
        settings,
        linted.map(({ counts }) => counts),
        {
          skipped: 0,
          files: notRead,
          untold: linted.flatMap(({ untold }) => untold),
          contractDate: date,
          notPlatform: [...context.ownUrls, ...otherHosts],
        },
      ),
      errors: [...unknownRules(settings, rules, settingsFile), ...linted.flatMap(({ errors }) => errors)],
      omitted: omittedAt(
        linted.flatMap(({ counts }) => counts.omitted),
        date,
      ),
    },
  );
  return baseline === null || newBaseline !== null ? report : knownIn(report, baseline);
}

/** A report whose findings in a baseline are ignored. */
function knownIn(report: LintReport, baseline: string): LintReport {
  const reason = `Already listed in ${shown(baseline)}.`;
  return { ...report, findings: [...withBaseline(report.findings, readBaseline(baseline), reason)] };
}

/** Findings as the settings of a workspace name their files, and back. */
function inWorkspace(
  findings: readonly LintFinding[],
  directory: string | null,
  apply: (named: readonly LintFinding[]) => readonly LintFinding[],
): readonly LintFinding[] {
  if (directory === null) return apply(findings);
  const files = new Map<string, string>();
  const named = findings.map((finding) => {
    const inside = relative(directory, resolve(finding.location.file)).split(sep).join('/');
    const file = inside.startsWith('..') ? finding.location.file : inside;
    files.set(file, finding.location.file);
    return { ...finding, location: { ...finding.location, file } };
  });
  return apply(named).map((finding) => ({
    ...finding,
    location: { ...finding.location, file: files.get(finding.location.file) ?? finding.location.file },
  }));
}
