import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { LintReport, LintSeverity } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { contractReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile, idsOf } from '#shared/files/index.ts';
import type { CliCommand, Terminal } from '../cli.ts';

/** Exit codes of `gatehouse lint` besides those of every command. */
const found = 3;
/** Nothing of the severity was found, and not everything was looked at. */
const open = 4;

const formats = idsOf(contractReports);
const failOn = ['error', 'warning', 'info', 'never'] as const;
const order: readonly LintSeverity[] = ['error', 'warning', 'info'];

interface Options {
  readonly contractDate?: string;
  readonly workspace?: string;
  readonly host?: readonly string[];
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly otherHost?: readonly string[];
  readonly format?: string;
  readonly output?: string;
  readonly failOn?: string;
  readonly fix?: boolean;
  readonly json?: boolean;
}

/** `gatehouse lint`: finds what in files breaks with the contract of the platform. */
export function lintCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program: Command, run) {
      program
        .command('lint')
        .description('Find calls that changes of the platform’s API contract break')
        .argument(
          '<paths...>',
          'connector configurations, flows, HAR files, cURL and HTTP scripts, JSON; or folders',
        )
        .option(
          '--contract-date <date>',
          'date of the contract, YYYY-MM-DD; default: that of the workspace, or the newest',
        )
        .option('--workspace <folder>', 'workspace for targets and settings; default: that of the first path')
        .option(
          '--host <url...>',
          'further base URLs of the platform; requests to other hosts are listed but not checked',
        )
        .option('--other-host <name...>', 'hosts that are not the platform; requests to them are ignored')
        .option('--baseline <file>', 'file of known findings; only others fail')
        .option(
          '--write-baseline <file>',
          'write the findings to this file as known, and fail for none of them',
        )
        .option('--format <format>', `${formats.join(', ')}; default: text`)
        .option('--output <path>', 'write the report to this file; its extension selects the format')
        .option(
          '--fail-on <severity>',
          'lowest severity that fails: error, warning, info or never; default: warning',
        )
        .option('--fix', 'fix what can be fixed, in the files themselves')
        .option('--json', 'print the result as one JSON document')
        .action((paths: readonly string[], options: Options) =>
          run(options, () => lint(installation, terminal, paths, options)),
        );
    },
  };
}

async function lint(
  installation: Installation,
  terminal: Terminal,
  paths: readonly string[],
  options: Options,
): Promise<number> {
  const format = options.json === true ? 'json' : oneOf(formats, options.format ?? 'text', '--format');
  const threshold = oneOf(failOn, options.failOn ?? 'warning', '--fail-on');
  const written = options.output === undefined ? null : formatOfFile(contractReports, options.output);
  if (options.output !== undefined && written === null)
    throw usage(
      `The file extension of the report ${options.output} matches no format.`,
      dottedEndings(contractReports),
    );
  // Rules and readers are loaded for this command alone: no other start pays for them.
  const { composeStandaloneLint } = await import('#main/composition/lint.ts');
  const { contractDateSchema, gapsOf } = await import('#shared/contract/index.ts');
  const { contractReportText } = await import('#main/services/contract/pure/index.ts');
  const date = options.contractDate ?? null;
  if (date !== null && !contractDateSchema.safeParse(date).success)
    throw usage(`${date} is not a date.`, ['YYYY-MM-DD']);
  const { report, rules, fixed } = await composeStandaloneLint({
    resources: join(installation.sampleWorkspace, '..'),
    worker: installation.workers.contract,
    paths,
    workspace: options.workspace ?? null,
    contractDate: date,
    hosts: options.host ?? [],
    otherHosts: options.otherHost ?? [],
    baseline: options.baseline ?? null,
    newBaseline: options.writeBaseline ?? null,
    isFixing: options.fix === true,
  });
  if (options.output !== undefined && written !== null)
    writeReport(options.output, contractReportText(report, written, rules).text);
  const { text } = contractReportText(report, format, rules);
  terminal.out(format === 'json' ? `${JSON.stringify(JSON.parse(text))}\n` : text);
  if (fixed > 0) terminal.err(`${fixed} fixed.\n`);
  return exitCodeOf(report, threshold, gapsOf(report).length > 0);
}

/** A gap is never the same as a source in which nothing is found. */
function exitCodeOf(
  { findings, errors }: LintReport,
  threshold: (typeof failOn)[number],
  hasGaps: boolean,
): number {
  if (errors.length > 0) return 1;
  if (threshold === 'never') return 0;
  const worst = order.indexOf(threshold);
  return findings.some(({ severity, ignored }) => ignored === null && order.indexOf(severity) <= worst)
    ? found
    : hasGaps
      ? open
      : 0;
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new GatehouseError('workspace.unwritable', `The report ${path} is not writable.`, {
      cause,
      fix: 'Choose a file in an existing folder for which this user has write permission.',
    });
  }
}

function oneOf<T extends string>(known: readonly T[], given: string, option: string): T {
  const value = known.find((candidate) => candidate === given);
  if (value === undefined) throw usage(`${option} ${given} is unknown.`, known);
  return value;
}

function usage(message: string, known: readonly string[]): GatehouseError {
  return new GatehouseError('cli.usage', message, { fix: `Use one of ${known.join(', ')}.` });
}
