import type { ConnectorRunInput } from '#shared/api/connectors.ts';
import {
  type ConnectorInterface,
  type ConnectorRun,
  doubtfulEnd,
  type StopReason,
} from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { addSecretUse, allowGiven, allowSecretOption } from '../allowed-secrets.ts';
import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import { type Options, textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { readText } from './read-json.ts';

/** Exit codes of `gatehouse connector` besides those of every command. */
const remoteFailed = 3;
const notVerified = 4;
const notThrough = 5;

const connectorArgument = [
  '<connector>',
  'name of the connector, as in connectors/provisioner.openicf-<name>.json',
] as const;
const typeOption = ['--type <name>', 'object type (default: __ACCOUNT__)'] as const;
const idOption = ['--id <uid>', 'uid of the object'] as const;
const fieldsOption = ['--fields <names>', 'attributes, joined by commas'] as const;
const attributesOption = ['--attributes <json>', 'attributes as a JSON object, or @file'] as const;
const dryRunOption = ['--dry-run', 'print the exact requests and send none'] as const;
const confirmOption = [
  '--confirm',
  'confirm writing to a remote system that is not on this machine',
] as const;
const secretOption = [...allowSecretOption, addSecretUse] as const;
const filterOption = ['--filter <filter>', 'a _queryFilter (default: true)'] as const;

/** Exit codes of a walk that did not come to the end of the list. */
const walkExitCodes: Readonly<Partial<Record<StopReason, number>>> = {
  failed: remoteFailed,
  'page-limit': notThrough,
};

/** One action a line: its operation, and its arguments. */
const operations: readonly (readonly [
  name: string,
  operation: ConnectorInterface,
  description: string,
  options: GroupAction['options'],
])[] = [
  ['test', 'TEST', 'Check that the remote system responds and accepts the credentials', []],
  ['schema', 'SCHEMA', 'Show the object types and operations of a connector', []],
  ['get', 'GET', 'Read one object', [typeOption, idOption, fieldsOption]],
  [
    'query',
    'QUERY',
    'List one page of objects',
    [
      typeOption,
      filterOption,
      fieldsOption,
      ['--page-size <number>', 'page size'],
      ['--offset <number>', 'number of objects to skip'],
      ['--cookie <cookie>', 'pagedResultsCookie of the previous page'],
    ],
  ],
  ['create', 'CREATE', 'Create an object', [typeOption, attributesOption, dryRunOption, confirmOption]],
  [
    'update',
    'UPDATE',
    'Update an object',
    [typeOption, idOption, attributesOption, dryRunOption, confirmOption],
  ],
  ['delete', 'DELETE', 'Delete an object', [typeOption, idOption, dryRunOption, confirmOption]],
  [
    'script',
    'SCRIPT',
    'Run a script on the connector',
    [
      ['--file <path>', 'file with the script'],
      ['--language <name>', 'groovy or javascript (default: groovy)'],
      attributesOption,
    ],
  ],
];

const actions: readonly GroupAction[] = [
  {
    name: 'list',
    description: 'List the connectors of the workspace and their problems',
    async act(client) {
      const systems = await client.connectors.systems();
      const words = systems.flatMap(({ name, serviceUri, isLoaded, isEnabled, problems }) => [
        [name, isLoaded ? (isEnabled ? 'ready' : 'disabled') : 'broken', serviceUri ?? '-'].join('\t'),
        ...problems.map(
          ({ severity, pointer, message, fix }) => `  ${severity} ${pointer}: ${message} ${fix}`,
        ),
      ]);
      return { result: { connectors: systems }, words };
    },
  },
  ...operations.map(
    ([name, operation, description, options = []]): GroupAction => ({
      name,
      description,
      argument: connectorArgument,
      options: [...(options ?? []), secretOption],
      act: (client, argument, chosen) => act(client, argument, operation, chosen),
    }),
  ),
  {
    name: 'walk',
    description: 'Read all pages of objects and show why they end',
    argument: connectorArgument,
    options: [
      typeOption,
      filterOption,
      ['--page-size <number>', 'page size (default: 10)'],
      ['--pages <number>', 'maximum number of pages (default: 20)'],
      secretOption,
    ],
    async act(client, argument, options) {
      await allowGiven(client, options);
      const draft = await draftOf(client, argument);
      const result = await client.connectors.walk({
        ...draft,
        ...common(options),
        ...given('pageSize', numberOf(options, 'pageSize')),
        ...given('maximumPages', numberOf(options, 'pages')),
      });
      const words = result.pages.map(
        ({ step, records, newRecords }) =>
          `${step.request.method} ${step.request.url}\t${records} records, ${newRecords} new`,
      );
      const doubt = doubtfulEnd(result.stop, result.pages.at(-1) ?? null);
      const remarks = doubt === null ? [] : [doubt];
      return {
        result: { ...result, remarks },
        words: [...words, `${result.records} records; it ended: ${result.stop}`, ...remarks],
        exitCode: walkExitCodes[result.stop] ?? (doubt === null ? 0 : notThrough),
      };
    },
  },
  {
    name: 'verify',
    description: 'Replay the recordings of a connector against its document, without a network',
    argument: connectorArgument,
    async act(client, argument) {
      const recordings = await client.connectors.verify(await draftOf(client, argument));
      const words = recordings.flatMap(({ name, verdict, differences }) => [
        `${verdict}\t${name}`,
        ...differences.map(
          ({ what, pointer, expected, actual }) =>
            `  ${pointer}: ${what} expected ${JSON.stringify(expected)}, received ${JSON.stringify(actual)}`,
        ),
      ]);
      // Where nothing was played, nothing is proven.
      if (recordings.length === 0) words.push(`No recording of ${argument} exists.`);
      const isVerified = recordings.length > 0 && recordings.every(({ verdict }) => verdict === 'PASSED');
      return { result: { recordings }, words, exitCode: isVerified ? 0 : notVerified };
    },
  },
];

/**
 * `gatehouse connector`: exit code 3 the remote system rejected the request or failed, 4 a recording failed, or there is none, 5 a walk
 * did not surely come to the end of the list; else as all commands.
 */
export const connectorCommand = groupCommand({
  name: 'connector',
  description: 'Show and use the connectors of a workspace',
  actions,
});

async function act(
  client: ApiClient,
  argument: string | undefined,
  operation: ConnectorInterface,
  options: Options,
): Promise<CommandResult> {
  await allowGiven(client, options);
  const draft = await draftOf(client, argument);
  const attributes = objectOf(options);
  const run = await client.connectors.run({
    ...draft,
    ...common(options),
    operation,
    ...given('uid', textOf(options, 'id')),
    ...given('pageSize', numberOf(options, 'pageSize')),
    ...given('offset', numberOf(options, 'offset')),
    ...given('cookie', textOf(options, 'cookie')),
    ...given('fields', textOf(options, 'fields')?.split(',')),
    ...(operation === 'SCRIPT' ? { script: scriptOf(options, attributes) } : { attributes }),
    isDryRun: options['dryRun'] === true,
    isConfirmed: options['confirm'] === true,
  });
  return { result: { run }, words: wordsOf(run), exitCode: isFailure(run) ? remoteFailed : 0 };
}

/** Test answers in any case: its findings are in its result. */
function isFailure({ problem, result, operation }: ConnectorRun): boolean {
  return problem !== null || (operation === 'TEST' && isJsonObject(result) && result['ok'] === false);
}

function wordsOf({ steps, result, problem, isDryRun }: ConnectorRun): readonly string[] {
  const sent = steps.map(
    ({ request, response, failure }) =>
      `${request.method} ${request.url} → ${response?.status ?? (isDryRun ? 'not sent' : (failure?.message ?? 'no response'))}`,
  );
  const bodies = isDryRun ? steps.flatMap(({ request }) => (request.body === '' ? [] : [request.body])) : [];
  if (problem !== null) return [...sent, `${problem.code}: ${problem.message}`];
  return [...sent, ...bodies, ...(isDryRun ? [] : [JSON.stringify(result, null, 2)])];
}

/** The document to be saved; masks in it represent the values in the file. @throws api.not-found */
async function draftOf(client: ApiClient, name = '') {
  const file = `connectors/provisioner.openicf-${name}.json`;
  const { text } = await client.connectors.saved({ file });
  if (text !== null) return { document: text, file };
  throw new GatehouseError('api.not-found', `The workspace has no connector ${name}.`, {
    fix: 'Run gatehouse connector list to see all connectors.',
  });
}

function common(options: Options): Pick<ConnectorRunInput, 'objectType' | 'filter'> {
  return { ...given('objectType', textOf(options, 'type')), ...given('filter', textOf(options, 'filter')) };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: Value });
}

/** @throws cli.usage */
function numberOf(options: Options, name: string): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new GatehouseError('cli.usage', `“${text}” is not a whole number.`);
}

/** @throws cli.usage */
function objectOf(options: Options): Record<string, JsonValue> {
  const text = textOf(options, 'attributes');
  if (text === undefined) return {};
  const json = text.startsWith('@') ? readText(text.slice(1)) : text;
  const value = parsedJson(json);
  if (isJsonObject(value)) return { ...value };
  throw new GatehouseError('cli.usage', 'The attributes are not a JSON object.', {
    fix: 'Write --attributes \'{"userName":"ann"}\', or --attributes @file.json.',
  });
}

/** @throws cli.usage */
function scriptOf(options: Options, args: Record<string, JsonValue>) {
  const path = textOf(options, 'file');
  if (path === undefined)
    throw new GatehouseError('cli.usage', 'The script is missing.', { fix: 'Add --file with its path.' });
  const isJavaScript = textOf(options, 'language') === 'javascript' || path.endsWith('.js');
  return {
    type: isJavaScript ? 'application/javascript' : 'application/x-groovy',
    source: readText(path),
    arguments: args,
  };
}
