import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { StandaloneAttack } from '#main/composition/standalone-attack.ts';
import type { Installation } from '#main/hosts/installation.ts';
import { attackProfileSchema } from '#shared/api/attacks.ts';
import type { CaseReport } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type AttackReportFormat, attackReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile } from '#shared/files/index.ts';
import { profiles } from '#shared/workspace/index.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { chosenLocation, restrictedOption, stateDirOption } from '../location-options.ts';

/** Exit codes of `gatehouse attack`: how bad the worst is that was found. */
export const attackExitCodes = {
  clean: 0,
  failedToRun: 1,
  usage: 2,
  low: 3,
  medium: 4,
  high: 5,
  critical: 6,
  inconclusive: 7,
} as const;

/** Pairs of requests between two lines that say how far a case is that measures times. */
const pairsPerLine = 50;

interface Options {
  readonly profile?: string;
  readonly workspace?: string;
  readonly environment?: string;
  readonly caseFile?: readonly string[];
  readonly weakness?: readonly string[];
  readonly case?: readonly string[];
  readonly target?: string;
  readonly targetFile?: string;
  readonly stateDir?: string;
  readonly restricted?: boolean;
  readonly confirm?: string;
  readonly disruptive?: boolean;
  readonly report?: string;
  readonly json?: boolean;
}

/** The exit code of a report: by the gravest case that FAILED. */
export function attackExitCode(cases: readonly Pick<CaseReport, 'verdict' | 'severity'>[]): number {
  const failed = cases
    .filter(({ verdict }) => verdict === 'FAILED')
    .map(({ severity }) => attackExitCodes[severity]);
  if (failed.length > 0) return Math.max(...failed);
  return cases.some(({ verdict }) => verdict === 'INCONCLUSIVE')
    ? attackExitCodes.inconclusive
    : attackExitCodes.clean;
}

/** `gatehouse attack`: runs the catalogue of attacks against a copy of the hosted server, or against another server. */
export function attackCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program: Command, run) {
      program
        .command('attack')
        .description('Run the attack catalogue against a server')
        .option(
          '--profile <name>',
          `${profiles.join(', ')} or as-configured: a copy of the hosted server (default: strict)`,
        )
        .option(
          '--workspace <dir>',
          'workspace whose settings as-configured uses, and whose own cases run too; default for as-configured: the current folder, or the sample',
        )
        .option('--environment <name>', 'environment of the workspace')
        .option('--weakness <id...>', 'weaknesses to enable; effective in the profile training')
        .option(
          '--target <name or url>',
          'another server: its name in the workspace, or its issuer with --target-file',
        )
        .option('--target-file <path>', 'file with its clients and users, as in targets/<name>.json')
        .option(...stateDirOption)
        .option(...restrictedOption)
        .option('--confirm <host>', 'host of a remote target, to confirm that you may attack it')
        .option('--disruptive', 'include cases that lock accounts or load the server at remote targets')
        .option('--case <id...>', 'run only these cases, for example AC-01')
        .option(
          '--case-file <path>',
          'file with cases of your own (repeatable)',
          (path: string, before?: readonly string[]) => [...(before ?? []), path],
        )
        .option('--report <path>', `write a report: ${dottedEndings(attackReports).join(', ')}`)
        .option('--json', 'print the result as one JSON document')
        .action((options: Options) => run(options, () => attack(installation, terminal, options)));
    },
  };
}

async function attack(installation: Installation, terminal: Terminal, options: Options): Promise<number> {
  const { report: path } = options;
  const format = path === undefined ? null : formatOfFile(attackReports, path);
  if (path !== undefined && format === null)
    throw new GatehouseError('cli.usage', `The file extension of the report ${path} matches no format.`, {
      fix: `Use one of ${dottedEndings(attackReports).join(', ')}.`,
    });
  if (isNamed(options)) return attackByName(options, format, installation, terminal);
  // The servers that are attacked are loaded for this command alone: no other start pays for them.
  const { composeStandaloneAttack } = await import('#main/composition/standalone-attack.ts');
  const { attackReportText } = await import('#main/services/attacks/pure/reports/index.ts');
  const { orderedCases } = await import('#main/services/attacks/pure/reports/summary.ts');
  const result = await composeStandaloneAttack({
    resources: join(installation.sampleWorkspace, '..'),
    ...profileOf(options, installation),
    caseFiles: options.caseFile ?? [],
    weaknesses: options.weakness ?? [],
    only: options.case ?? null,
    target: targetOf(options),
    onCase: options.json === true ? undefined : ({ id, verdict }) => terminal.err(`${id} ${verdict}\n`),
    onProblem: ({ message }) => terminal.err(`${message}\n`),
    onPair: (id, done, total) => {
      if (options.json !== true && done % pairsPerLine === 0)
        terminal.err(`${id}: ${done} of ${total} pairs\n`);
    },
  });
  if (path !== undefined && format !== null) writeFileSync(path, attackReportText(result, format).text);
  const inOrder = { cases: orderedCases(result.cases), undecided: result.undecided ?? [] };
  terminal.out(options.json === true ? oneLine(attackReportText(result, 'json').text) : summaryText(inOrder));
  return attackExitCode(result.cases);
}

type NamedOptions = Options & { readonly target: string };

/** True if the target is named in the workspace: it is not a URL, and no target file is given. */
function isNamed(options: Options): options is NamedOptions {
  const { target, targetFile } = options;
  return target !== undefined && targetFile === undefined && !URL.canParse(target);
}

async function attackByName(
  options: NamedOptions,
  format: AttackReportFormat | null,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { target, report: path, json = false, confirm, disruptive = false } = options;
  const { attackNamed } = await import('./attack-named.ts');
  const named = {
    name: target,
    confirmedHost: confirm ?? null,
    isDisruptive: disruptive,
    only: options.case ?? null,
    formats: format === null ? [] : [format],
    onCase: json ? undefined : (id: string, verdict: string) => terminal.err(`${id} ${verdict}\n`),
  };
  const { cases, texts } = await attackNamed(named, options, installation, terminal);
  if (path !== undefined && format !== null) writeFileSync(path, texts.get(format) ?? '');
  terminal.out(json ? oneLine(texts.get('json') ?? '{}') : summaryText({ cases, undecided: [] }));
  return attackExitCode(cases);
}

/** Every result of a command is one line. */
function oneLine(json: string): string {
  return `${JSON.stringify(JSON.parse(json))}\n`;
}

type Profile = Pick<StandaloneAttack, 'profile' | 'workspace'>;

/** The profile, and the workspace where one is named or meant. @throws cli.usage, state.unwritable */
function profileOf(
  { profile = 'strict', workspace, environment, target }: Options,
  installation: Installation,
): Profile {
  const isConfigured = profile === 'as-configured' && target === undefined;
  const named =
    workspace === undefined && !isConfigured
      ? {}
      : {
          workspace: {
            directory: chosenLocation(workspace === undefined ? {} : { workspace }, installation)
              .workspaceDirectory,
            environment: environment ?? null,
          },
        };
  const parsed = attackProfileSchema.safeParse(profile);
  if (parsed.success) return { profile: parsed.data, ...named };
  throw new GatehouseError('cli.usage', `The profile ${profile} does not exist.`, {
    fix: `Use ${attackProfileSchema.options.join(', ')}.`,
  });
}

function targetOf({ target, targetFile, confirm, disruptive = false }: Options) {
  if (target === undefined) return null;
  if (targetFile === undefined)
    throw new GatehouseError('cli.usage', 'The clients and users of the target are unknown.', {
      fix: 'Add --target-file with a file such as targets/<name>.json of a workspace.',
    });
  return {
    issuer: target,
    file: readFileSync(targetFile, 'utf8'),
    confirmedHost: confirm ?? null,
    isDisruptive: disruptive,
  };
}

function summaryText({
  cases,
  undecided,
}: {
  readonly cases: readonly Pick<CaseReport, 'id' | 'verdict' | 'title' | 'reason'>[];
  readonly undecided: readonly string[];
}): string {
  const lines = cases
    .filter(({ verdict }) => verdict !== 'PASSED')
    .map(
      ({ id, verdict, title, reason }) =>
        `${verdict.padEnd(12)} ${id} ${title}${reason === '' ? '' : `: ${reason}`}`,
    );
  const counts = new Map<string, number>();
  for (const { verdict } of cases) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const totals = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  const open = undecided.map((said) => `Not covered: ${said}`);
  return `${[...lines, ...open, `${cases.length} cases: ${totals}`].join('\n')}\n`;
}
