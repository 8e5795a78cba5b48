import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { ReadTraffic, StoredTrace } from '#main/services/throttle/index.ts';
import type { AssertedLine, SimulationReport } from '#main/services/throttle/pure/report/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { simulationReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile } from '#shared/files/index.ts';
import type { ReadRouteOptions } from '#shared/gateway/types.ts';
import { figuresOf, shareText } from '#shared/throttle/simulation/figures.ts';
import type { OtherSpread, SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { readJson } from './read-json.ts';
import type { TrafficOptions } from './simulate-traffic.ts';

/** Exit codes of `gatehouse simulate` besides those of every command: an assertion does not hold, every request failed. */
const assertionFailed = 3;
const allFailed = 4;

interface Options extends Omit<TrafficOptions, 'traffic'> {
  readonly filter?: string;
  readonly assert?: readonly string[];
  readonly report?: string;
  readonly seed?: string;
  readonly bins?: string;
  readonly scripts?: string;
  readonly environment?: string;
  readonly json?: boolean;
}

/** `gatehouse simulate`: tries a throttling policy on traffic, without a server and without waiting. */
export function simulateCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program: Command, run) {
      program
        .command('simulate')
        .description('Try the throttling policy of a route on traffic, with the engine of the gateway')
        .argument('<route>', 'route document: JSON with a ThrottlingFilter in it')
        .argument(
          '<traffic...>',
          'traffic file (.json), or logs, which together are one traffic: access logs of nginx, Apache, Envoy and Kong, JSON lines, CSV, HAR, each also packed with gzip',
        )
        .option('--filter <name>', 'name of the ThrottlingFilter; the first one unless given')
        .option(
          '--assert <assertion...>',
          'what has to hold, for example "refused < 1%" or "retryAfter.p95 <= 10 s"',
        )
        .option('--time <column>', 'column or member of recorded requests that holds the time')
        .option('--key <column>', 'column or member that tells clients apart')
        .option(
          '--format <format>',
          `format of the logs: ${traceKinds.join(', ')}; told from their text unless given`,
        )
        .option('--hash-addresses', 'keep addresses of clients of a log as hashes alone')
        .option('--without-queries', 'leave the queries of addresses of a log out')
        .option('--drop-refused', 'leave out requests that a log says were answered 429 or 503')
        .option('--drop-repeats', 'leave out requests of a log that repeat such a one within a minute')
        .option('--seed <number>', 'another seed for the same traffic')
        .option('--bins <number>', 'pieces of time in which results are counted')
        .option(
          '--scripts <folder>',
          'workspace whose folder scripts holds what the policy names; default: that of the route',
        )
        .option(
          '--environment <name>',
          'environment of that workspace whose variables are env and properties; none unless given',
        )
        .option(
          '--report <path>',
          `write a report: ${dottedEndings(simulationReports).join(', ')}; in .csv a line for each bin`,
        )
        .option('--json', 'print the result as one JSON document')
        .action((route: string, traffic: readonly string[], options: Options) =>
          run(options, () => simulate(installation, terminal, { ...options, route, traffic })),
        );
    },
  };
}

async function simulate(
  { workers }: Installation,
  terminal: Terminal,
  options: Options & { readonly route: string; readonly traffic: readonly string[] },
): Promise<number> {
  const { report: path, route } = options;
  const format = path === undefined ? null : formatOfFile(simulationReports, path);
  if (path !== undefined && format === null)
    throw usage(
      `The report ${path} has an ending that stands for no format.`,
      `Use one of ${dottedEndings(simulationReports).join(', ')}.`,
    );
  // The simulator is loaded for this command alone: no other start pays for it.
  const { routeWarnings, simulationReportText } = await import(
    '#main/services/throttle/pure/report/index.ts'
  );
  const document = await readJson(route);
  const routeOptions = await routeOptionsOf(options);
  const { withTraffic } = await import('./simulate-traffic.ts');
  const { result, otherSpread, read } = await withTraffic(options, (traffic) =>
    resultOf(options, { document, routeOptions, ...traffic, scriptWorker: workers.script }),
  );
  const assertions = await judge(options.assert ?? [], result);
  const figures = figuresOf(result);
  const warnings = routeWarnings(document, routeOptions, result);
  const whole = { route, traffic: options.traffic.join(', '), figures, result, warnings, assertions };
  if (path !== undefined && format !== null) writeFileSync(path, simulationReportText(whole, format));
  const log = read === null ? {} : { log: read, otherSpread };
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ ok: true, ...whole, ...log })}\n`
      : `${logText(read, otherSpread)}${summaryText(whole)}`,
  );
  if (assertions.some(({ holds }) => !holds)) return assertionFailed;
  return figures.failed > 0 && figures.failed === figures.offered ? allFailed : 0;
}

interface SimulationOutcome {
  readonly result: SimulationResult;
  readonly otherSpread: OtherSpread | null;
}

interface Inputs {
  readonly document: unknown;
  readonly routeOptions: ReadRouteOptions;
  readonly traffic: Traffic;
  readonly stored: StoredTrace | null;
  readonly scriptWorker: string;
}

type Given = Options & { readonly route: string };

/** The workspace to which a route belongs. */
function workspaceOf({ scripts, route }: Given): string {
  return scripts ?? dirname(dirname(resolve(route)));
}

/** The values that expressions of the route see besides the request. */
async function routeOptionsOf(options: Given): Promise<ReadRouteOptions> {
  const { route, environment } = options;
  const id = route.replace(/^.*[/\\]/, '').replace(/\.json$/, '');
  const variables = environment === undefined ? {} : await readVariables(workspaceOf(options), environment);
  return { id, env: variables, system: {}, properties: variables };
}

async function resultOf(
  options: Given,
  { document, routeOptions, traffic, stored, scriptWorker }: Inputs,
): Promise<SimulationOutcome> {
  const { runTask } = await import('#main/services/throttle/index.ts');
  const task = {
    policies: [{ document, filter: options.filter ?? null }],
    routeOptions,
    traffic: options.seed === undefined ? traffic : { ...traffic, seed: wholeNumber(options.seed, 'seed') },
    stored,
    bins: options.bins === undefined ? null : wholeNumber(options.bins, 'bins'),
    groups: 24,
    question: null,
    directory: workspaceOf(options),
    scriptWorker,
  };
  let outcome: SimulationOutcome | null = null;
  let failed: GatehouseError | null = null;
  await runTask(task, {
    tell(message) {
      if (message.kind === 'failed') failed = GatehouseError.fromProblem(message.problem);
      if (message.kind !== 'results') return;
      const [result] = message.results;
      if (result !== undefined) outcome = { result, otherSpread: message.otherSpread };
    },
    now: () => performance.now(),
    rest: () => Promise.resolve(),
  });
  if (failed !== null) throw failed as GatehouseError;
  if (outcome === null) throw new Error('A simulation ends with a result or a problem');
  return outcome;
}

async function judge(
  assertions: readonly string[],
  result: SimulationResult,
): Promise<readonly AssertedLine[]> {
  const { evaluateAssertion } = await import('#main/services/throttle/pure/simulation/index.ts');
  return assertions.map((assertion) => ({ assertion, ...evaluateAssertion(assertion, result) }));
}

function wholeNumber(text: string, option: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw usage(`--${option} is no whole number.`, 'Give digits alone.');
}

/** The variables of an environment, as the gateway knows them. @throws cli.usage where there is no such environment */
async function readVariables(workspace: string, name: string): Promise<Readonly<Record<string, string>>> {
  const { environmentFileSchema } = await import('#shared/workspace/index.ts');
  const path = join(workspace, 'environments', `${name}.json`);
  const read = environmentFileSchema.pick({ variables: true }).safeParse(await readJson(path));
  if (read.success) return read.data.variables;
  throw usage(`${path} is no environment.`, 'Look at it in the workspace: Problems say what is wrong.');
}

/** The summary of a log: how it was read, and what was left out. */
function logText(read: ReadTraffic | null, otherSpread: OtherSpread | null): string {
  if (read === null) return '';
  const { formats, facts } = read;
  const { answers } = facts;
  const lines = [
    `read ${facts.requests} requests, ${[...new Set(formats)].join(', ')}, time ${facts.taken.time ?? ''}, clients by ${facts.taken.key ?? 'nothing'}; left out ${facts.skipped} lines`,
    ...facts.remarks
      .slice(0, 10)
      .map(({ file, line, message }) => `  ${file === undefined ? '' : `${file}: `}line ${line}: ${message}`),
    ...facts.leftOut.map(({ name, message }) => `  column ${name}: ${message}`),
    ...(facts.backwards === 0
      ? []
      : [`${facts.backwards} lines were earlier than the line before, and were put in order`]),
    ...(answers.tooMany + answers.unavailable === 0
      ? []
      : [
          `the log has ${answers.tooMany} answers 429, ${answers.unavailable} answers 503 and ${answers.repeats} repeats; dropped ${answers.dropped}`,
        ]),
    ...(otherSpread === null
      ? []
      : [
          `times are whole seconds: below evenly spread within each; all at once accepted ${otherSpread.totals.accepted}, refused ${otherSpread.totals.refused}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryText({ figures, result, warnings, assertions }: SimulationReport): string {
  const { groups, retryAfter } = result;
  const { offered, allowed, refused, refusedShare, failed, notTaken, all } = figures;
  const named = result.notTaken.map(({ request, count }) => `${request} ${count}`).join(', ');
  const lines = [
    `offered ${offered}, accepted ${allowed}, refused ${refused} (${shareText(refusedShare)}), failed ${failed}`,
    ...(notTaken === 0 ? [] : [`not taken by the route ${notTaken} of ${all}: ${named}`]),
    ...(refused === 0
      ? []
      : [`Retry-After p50 ${retryAfter.p50} s, p95 ${retryAfter.p95} s, p99 ${retryAfter.p99} s`]),
    ...groups
      .slice(0, 10)
      .map(
        ({ key, rate, accepted, refused: refusedOfGroup }) =>
          `  ${key === '' ? '(all)' : key}  ${rate}  accepted ${accepted}, refused ${refusedOfGroup}`,
      ),
    ...warnings.map(({ message }) => `warning: ${message}`),
    ...assertions.map(
      ({ assertion, holds, actual }) => `${holds ? 'holds' : 'DOES NOT HOLD'}: ${assertion} (was ${actual})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function usage(message: string, fix: string): GatehouseError {
  return new GatehouseError('cli.usage', message, { fix });
}
