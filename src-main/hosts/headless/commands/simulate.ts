import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { AssertedLine, SimulationReport } from '#main/services/throttle/pure/report/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { simulationReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile } from '#shared/files/index.ts';
import type { ReadRouteOptions } from '#shared/gateway/types.ts';
import { figuresOf, shareText } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { traceFormats } from '#shared/throttle/traffic/trace-formats.ts';
import type { CliCommand, Terminal } from '../cli.ts';

/** Exit codes of `gatehouse simulate` besides those of every command: an assertion does not hold, every request failed. */
const assertionFailed = 3;
const allFailed = 4;

interface Options {
  readonly filter?: string;
  readonly assert?: readonly string[];
  readonly report?: string;
  readonly time?: string;
  readonly key?: string;
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
          '<traffic>',
          `traffic file (.json), or recorded requests: ${dottedEndings(traceFormats).join(', ')}`,
        )
        .option('--filter <name>', 'name of the ThrottlingFilter; the first one unless given')
        .option(
          '--assert <assertion...>',
          'what has to hold, for example "refused < 1%" or "retryAfter.p95 <= 10 s"',
        )
        .option('--time <column>', 'column or member of recorded requests that holds the time')
        .option('--key <column>', 'column or member that tells clients apart')
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
        .action((route: string, traffic: string, options: Options) =>
          run(options, () => simulate(installation, terminal, { ...options, route, traffic })),
        );
    },
  };
}

async function simulate(
  { workers }: Installation,
  terminal: Terminal,
  options: Options & { readonly route: string; readonly traffic: string },
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
  const result = await resultOf(options, {
    document,
    routeOptions,
    traffic: await readTraffic(options),
    scriptWorker: workers.script,
  });
  const assertions = await judge(options.assert ?? [], result);
  const figures = figuresOf(result);
  const warnings = routeWarnings(document, routeOptions, result);
  const whole = { route, traffic: options.traffic, figures, result, warnings, assertions };
  if (path !== undefined && format !== null) writeFileSync(path, simulationReportText(whole, format));
  terminal.out(options.json === true ? `${JSON.stringify({ ok: true, ...whole })}\n` : summaryText(whole));
  if (assertions.some(({ holds }) => !holds)) return assertionFailed;
  return figures.failed > 0 && figures.failed === figures.offered ? allFailed : 0;
}

interface Inputs {
  readonly document: unknown;
  readonly routeOptions: ReadRouteOptions;
  readonly traffic: Traffic;
  readonly scriptWorker: string;
}

type Given = Options & { readonly route: string };

/** The workspace to which a route belongs. */
function workspaceOf({ scripts, route }: Given): string {
  return scripts ?? dirname(dirname(resolve(route)));
}

/** What expressions of the route know besides the request. */
async function routeOptionsOf(options: Given): Promise<ReadRouteOptions> {
  const { route, environment } = options;
  const id = route.replace(/^.*[/\\]/, '').replace(/\.json$/, '');
  const variables = environment === undefined ? {} : await readVariables(workspaceOf(options), environment);
  return { id, env: variables, system: {}, properties: variables };
}

async function resultOf(
  options: Given,
  { document, routeOptions, traffic, scriptWorker }: Inputs,
): Promise<SimulationResult> {
  const { runTask } = await import('#main/services/throttle/index.ts');
  const task = {
    policies: [{ document, filter: options.filter ?? null }],
    routeOptions,
    traffic: options.seed === undefined ? traffic : { ...traffic, seed: wholeNumber(options.seed, 'seed') },
    bins: options.bins === undefined ? null : wholeNumber(options.bins, 'bins'),
    groups: 24,
    question: null,
    directory: workspaceOf(options),
    scriptWorker,
  };
  let result: SimulationResult | null = null;
  let failed: GatehouseError | null = null;
  await runTask(task, {
    tell(message) {
      if (message.kind === 'results') result = message.results[0] ?? null;
      if (message.kind === 'failed') failed = GatehouseError.fromProblem(message.problem);
    },
    now: () => performance.now(),
    rest: () => Promise.resolve(),
  });
  if (failed !== null) throw failed as GatehouseError;
  if (result === null) throw new Error('A simulation ends with a result or a problem');
  return result;
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

async function readJson(path: string): Promise<unknown> {
  const { parseJsonDocument } = await import('#main/workspace/index.ts');
  const parsed = parseJsonDocument(readText(path), path);
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  return parsed.value.value;
}

/** The variables of an environment, as the gateway knows them. @throws cli.usage where there is no such environment */
async function readVariables(workspace: string, name: string): Promise<Readonly<Record<string, string>>> {
  const { environmentFileSchema } = await import('#shared/workspace/index.ts');
  const path = join(workspace, 'environments', `${name}.json`);
  const read = environmentFileSchema.pick({ variables: true }).safeParse(await readJson(path));
  if (read.success) return read.data.variables;
  throw usage(`${path} is no environment.`, 'Look at it in the workspace: Problems say what is wrong.');
}

/** @throws cli.usage where there is no such file */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new GatehouseError('cli.usage', `${path} cannot be read.`, {
      fix: 'Name a file that is there.',
      cause: error,
    });
  }
}

/** Traffic as it was designed, or as it was recorded: the ending of the file says which. */
async function readTraffic({
  traffic: path,
  time,
  key,
}: Options & { readonly traffic: string }): Promise<Traffic> {
  const kind = formatOfFile(traceFormats, path);
  if (kind === null) {
    const { trafficSchema } = await import('#shared/throttle/traffic/schema.ts');
    const read = trafficSchema.safeParse(await readJson(path));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new GatehouseError(
      'traffic.invalid',
      `${path} is no traffic: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
      {
        fix: `Give a file such as traffic/<name>.json of a workspace, or recorded requests: ${dottedEndings(traceFormats).join(', ')}.`,
      },
    );
  }
  const { importTrace } = await import('#main/services/throttle/pure/import/index.ts');
  const reading = importTrace(kind, { time: time ?? null, key: key ?? null });
  try {
    for await (const piece of createReadStream(path, { encoding: 'utf8' })) reading.push(String(piece));
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    throw usage(`${path} cannot be read.`, 'Name a file that is there.');
  }
  return reading.finish(path).traffic;
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
        ({ key, rate, accepted, refused }) =>
          `  ${key === '' ? '(all)' : key}  ${rate}  accepted ${accepted}, refused ${refused}`,
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
