import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { StoredTrace } from '#main/services/throttle/index.ts';
import type { AssertedLine, SimulationReport } from '#main/services/throttle/pure/report/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { simulationReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile } from '#shared/files/index.ts';
import type { ReadRouteOptions } from '#shared/gateway/types.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { OtherSpread, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { dateOrders, otherSpreadOf, pathKey, spreads } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { usage } from '../command-options.ts';
import { stateDirOption } from '../location-options.ts';
import { readJson } from './read-json.ts';
import { logText, spreadText, summaryText } from './simulate-text.ts';
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
  readonly groups?: string;
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
        .description('Simulate traffic against the throttling policy of a route')
        .argument('<route>', 'route document: JSON with a ThrottlingFilter')
        .argument(
          '<traffic...>',
          'traffic file (.json), or logs that form one traffic together: access logs of nginx, Apache, Envoy and Kong, JSON lines, CSV, HAR, also gzipped',
        )
        .option('--filter <name>', 'name of the ThrottlingFilter; default: the first')
        .option(
          '--assert <assertion...>',
          'what must hold, for example "refused < 1%", "retryAfter.p95 <= 10 s" or, for one group, \'refused of "ann" = 4\'',
        )
        .option('--time <column>', 'column or member with the time')
        .option(
          '--key <column>',
          `column or member that identifies clients, or ${pathKey} for path templates`,
        )
        .option('--path <column>', 'column or member with the path or URL')
        .option('--method <column>', 'column or member with the method')
        .option(
          '--dates <order>',
          `order in dates such as 03/04/2025: ${dateOrders.join(' or ')}; default: detected from days over 12`,
        )
        .option('--format <format>', `format of the logs: ${traceKinds.join(', ')}; default: detected`)
        .option('--hash-addresses', 'store client addresses as hashes only')
        .option('--without-queries', 'remove queries from URLs')
        .option('--drop-refused', 'skip requests that got 429 or 503')
        .option('--drop-repeats', 'skip retries of such requests within a minute')
        .option(
          '--spread <spread>',
          `distribution of requests within a second, for logs with whole seconds: ${spreads.join(', ')}; default: that of the traffic file, or even`,
        )
        .option(...stateDirOption)
        .option('--seed <number>', 'seed for the traffic')
        .option('--bins <number>', 'number of time bins in the results')
        .option('--groups <number>', 'number of groups in detail, most rejected first; default: 24')
        .option('--scripts <folder>', 'workspace with the scripts of the policy; default: that of the route')
        .option('--environment <name>', 'environment of that workspace for env and properties; default: none')
        .option(
          '--report <path>',
          `write a report: ${dottedEndings(simulationReports).join(', ')}; .csv has a line per bin`,
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
      `The file extension of the report ${path} matches no format.`,
      `Use one of ${dottedEndings(simulationReports).join(', ')}.`,
    );
  // The simulator is loaded for this command alone: no other start pays for it.
  const { routeWarnings, simulationReportText } = await import(
    '#main/services/throttle/pure/report/index.ts'
  );
  const document = await readJson(route);
  const routeOptions = await routeOptionsOf(options);
  const { withTraffic } = await import('./simulate-traffic.ts');
  const workspaces = [workspaceOf(options)];
  const { result, otherSpread, read } = await withTraffic({ ...options, workspaces }, (traffic) =>
    resultOf(options, { document, routeOptions, ...traffic, scriptWorker: workers.script }),
  );
  const assertions = await judge(options.assert ?? [], result);
  const figures = figuresOf(result);
  const warnings = routeWarnings(document, routeOptions, result);
  const both = bothSpreads(otherSpread);
  const whole = {
    route,
    traffic: options.traffic.join(', '),
    figures,
    result,
    warnings,
    assertions,
    ...both,
  };
  if (path !== undefined && format !== null) writeFileSync(path, simulationReportText(whole, format));
  // Beside the document only its counts: a report has all of it.
  const { result: _, ...other } = both.otherSpread ?? { result: null };
  const log = {
    ...(read === null ? {} : { log: read }),
    otherSpread: both.otherSpread === null ? null : other,
  };
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ ok: true, ...whole, ...log })}\n`
      : `${read === null ? '' : logText(read)}${otherSpread === null ? '' : spreadText(otherSpread)}${summaryText(whole)}`,
  );
  if (assertions.some(({ holds }) => !holds)) return assertionFailed;
  return figures.failed > 0 && figures.failed === figures.offered ? allFailed : 0;
}

/** The result shown, and the one beside it, by how they lay the requests of one second. */
function bothSpreads(other: OtherSpread | null): Pick<SimulationReport, 'spread' | 'otherSpread'> {
  if (other === null) return { spread: null, otherSpread: null };
  const { spread, result } = other;
  return {
    spread: otherSpreadOf(spread),
    otherSpread: { spread, totals: result.totals, figures: figuresOf(result), result },
  };
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
    groups: options.groups === undefined ? 24 : wholeNumber(options.groups, 'groups'),
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
  throw usage(`--${option} is not a whole number.`, 'Use digits only.');
}

/** The variables of an environment, as the gateway knows them. @throws cli.usage where there is no such environment */
async function readVariables(workspace: string, name: string): Promise<Readonly<Record<string, string>>> {
  const { environmentFileSchema } = await import('#shared/workspace/index.ts');
  const path = join(workspace, 'environments', `${name}.json`);
  const read = environmentFileSchema.pick({ variables: true }).safeParse(await readJson(path));
  if (read.success) return read.data.variables;
  throw usage(`${path} is not a valid environment.`, 'Open the file in the workspace and check Problems.');
}
