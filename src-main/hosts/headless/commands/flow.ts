import { writeFileSync } from 'node:fs';
import {
  brokenLines,
  type FlowResult,
  flowLine,
  flowReportText,
  totalsLine,
} from '#main/services/flows/pure/reports/index.ts';
import { secretKindOfName } from '#shared/exchange/index.ts';
import { flowReports } from '#shared/exports/index.ts';
import { dottedEndings, formatOfFile } from '#shared/files/index.ts';
import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { exitCodes, type Terminal } from '../cli.ts';
import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import { collected, type Options, textOf, textsOf, usage } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { environmentOption } from '../location-options.ts';
import { textBehind } from '../secret-options.ts';
import { runSuite } from './flow-suite.ts';

/** Exit codes of `gatehouse flow run` besides those of every command. */
const expectationBroken = 3;
const noSignIn = 4;

const codes: Readonly<Record<FlowVerdict, number>> = {
  passed: exitCodes.ok,
  failed: expectationBroken,
  'no-sign-in': noSignIn,
  'not-run': exitCodes.failed,
};

/** Verdicts by what says most about the others: a flow that did not run, nobody signed in, an expectation. */
const gravest: readonly FlowVerdict[] = ['not-run', 'no-sign-in', 'failed', 'passed'];

const services = ['authorizationServer', 'sampleUpstreams', 'gateway'] as const;

const list: GroupAction = {
  name: 'list',
  description: 'List the saved flows with their servers and numbers of expectations',
  async act(client) {
    const saved = await client.flows.saved();
    const flows = saved.map(({ name, title, kind, target, clientId, username, expectations }) => ({
      name,
      title,
      kind,
      target,
      clientId,
      username,
      expectations: expectations.length,
    }));
    const words = flows.map(({ name, title, target, expectations }) =>
      [name, title, target ?? 'hosted', `${expectations} expected`].join('\t'),
    );
    return { result: { flows }, words };
  },
};

const show: GroupAction = {
  name: 'show',
  description: 'Show the steps and expectations of a saved flow',
  argument: ['<flow>', 'name of the flow, as in flows/<name>.json'],
  async act(client, name = '') {
    const [flow] = await chosen(client, [name]);
    if (flow === undefined) return { result: {}, words: [] };
    const { title, kind, target, clientId, username, steps, expectations } = flow;
    const words = [
      `${title} (${kind}) at ${target ?? 'the hosted server'}, client ${clientId}${username === null ? '' : `, user ${username}`}`,
      ...steps.map((step) => `  ${step.act.padEnd(8)} ${step.id}`),
      ...expectations.map((expectation) => `  expect   ${JSON.stringify(expectation)}`),
    ];
    return { result: { flow }, words };
  },
};

const runAction: GroupAction = {
  name: 'run',
  description: 'Run saved flows unattended and check their expectations',
  argument: ['[flows...]', 'names of flows, or patterns such as sign-in-*; default: all'],
  services,
  options: [
    ['--target <name>', 'another server, as in targets/<name>.json, or hosted'],
    environmentOption,
    ['--client <id>', 'another client'],
    ['--user <name>', 'another user'],
    ['--set <name=value>', 'value for the run; name=@path reads a file, name=env:NAME a variable', collected],
    ['--jobs <number>', 'number of parallel flows (default: 1)'],
    ['--bail', 'stop after the first flow that does not pass'],
    ['--timeout <seconds>', 'maximum duration of a flow, in seconds (default: 120)'],
    ['--show', 'show the controlled browser while signing in'],
    ['--report <path>', `write a report: ${dottedEndings(flowReports).join(', ')}`],
  ],
  act: (client, _argument, options, terminal) => run(client, options, terminal),
};

/** `gatehouse flow`: exit code 3 an expectation failed, 4 no user could be signed in; else as all commands. */
export const flowCommand = groupCommand({
  name: 'flow',
  description: 'Show and run the saved flows of a workspace',
  actions: [list, show, runAction],
});

async function run(client: ApiClient, options: Options, terminal: Terminal): Promise<CommandResult> {
  const report = textOf(options, 'report');
  const format = report === undefined ? null : formatOfFile(flowReports, report);
  if (report !== undefined && format === null)
    throw usage(
      `The file extension of the report ${report} matches no format.`,
      `Use one of ${dottedEndings(flowReports).join(', ')}.`,
    );
  const isJson = options['json'] === true;
  const suite = await runSuite(client, await chosen(client, textsOf(options, 'names')), {
    start: startOf(options),
    browser: options['show'] === true ? 'controlled' : 'unattended',
    jobs: wholeNumber(options, 'jobs', 1),
    isBailing: options['bail'] === true,
    timeoutMillis: wholeNumber(options, 'timeout', 120) * 1_000,
    onResult: (result) => {
      if (!isJson) terminal.err(`${flowLine(result)}\n`);
    },
  });
  if (report !== undefined && format !== null) writeFileSync(report, flowReportText(suite, format));
  const verdict = gravest.find((one) => suite.flows.some((flow) => flow.verdict === one)) ?? 'passed';
  const failed = suite.flows.filter((flow) => flow.verdict !== 'passed');
  return {
    result: { flows: suite.flows },
    words: [...failed.flatMap(reasonLines), totalsLine(suite)],
    exitCode: codes[verdict],
  };
}

function reasonLines(result: FlowResult): readonly string[] {
  return brokenLines(result).map((line) => `${result.name}: ${line}`);
}

/** The flows that names and patterns choose. @throws cli.usage where one chooses none */
async function chosen(client: ApiClient, names: readonly string[]) {
  const saved = await client.flows.saved();
  for (const name of names) {
    if (saved.some((flow) => isNamed(flow.name, name))) continue;
    throw usage(
      `The saved flow ${name} does not exist.`,
      saved.length === 0
        ? 'Save a run in Flows first.'
        : `Use one of ${saved.map((flow) => flow.name).join(', ')}.`,
    );
  }
  return names.length === 0 ? saved : saved.filter((flow) => names.some((name) => isNamed(flow.name, name)));
}

/** True if a name fits a pattern, in which `*` stands for any characters. */
function isNamed(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** @throws cli.usage */
function wholeNumber(options: Options, name: string, usual: number): number {
  const text = textOf(options, name);
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw usage(
    `--${name} requires a whole number of at least 1. Received “${text}”.`,
    `Write --${name} ${usual}.`,
  );
}

/** The players of the flows, their server and their values. @throws cli.usage */
function startOf(options: Options): Parameters<typeof runSuite>[2]['start'] {
  const [target, clientId, username] = ['target', 'client', 'user'].map((name) => textOf(options, name));
  const set = options['set'];
  const values = Array.isArray(set)
    ? Object.fromEntries(set.filter((text) => typeof text === 'string').map(readValue))
    : undefined;
  return {
    ...(target === undefined ? {} : { target: target === 'hosted' ? null : target }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(username === undefined ? {} : { username }),
    ...(values === undefined ? {} : { values }),
  };
}

/** @throws cli.usage where it has no name, or a secret stands on the command line */
function readValue(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw usage(`--set requires name=value. Received “${text}”.`, 'Write --set scope=openid.');
  const [name, given] = [text.slice(0, at), text.slice(at + 1)];
  const behind = textBehind(given, 'Set it, or read the value from a file with @.');
  if (behind !== null) return [name, behind];
  if (secretKindOfName(name) === undefined) return [name, given];
  throw usage(
    `${name} is a secret, and all users of this machine can see command-line arguments.`,
    `Write --set ${name}=@path or --set ${name}=env:NAME.`,
  );
}
