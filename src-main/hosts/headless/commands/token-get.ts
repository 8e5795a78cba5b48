import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { CommandResult, GroupAction } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';
import { environmentOption } from '../location-options.ts';
import { untilJudged } from './flow-suite.ts';
import { aloneOptions, getTokenAlone, tokenResult } from './token-alone.ts';

type Options = Readonly<Record<string, unknown>>;

/** How long a sign-in and its token may take, in milliseconds. */
const timeoutMillis = 120_000;

/** Values of a run that are tokens, as a token response names them. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3 */
const tokenNames = ['access_token', 'refresh_token', 'id_token'] as const;

/** Gets one token for a script: by a client of the workspace, or of another server that it names. */
export const getToken: GroupAction = {
  name: 'get',
  description: 'Get a token, and print it and nothing else: for scripts',
  services: ['authorizationServer', 'sampleUpstreams'],
  options: [
    ['--client <client_id>', 'the client that gets it'],
    ['--user <name>', 'the user for whom; absent: the client gets it for itself'],
    ['--target <name>', 'another server, as in targets/<name>.json; absent: the hosted one'],
    [
      '--flow <kind>',
      'code-pkce, code, implicit, hybrid, password, client-credentials or saml-bearer; with --token refresh or token-exchange (default: code-pkce with a user, else client-credentials)',
    ],
    environmentOption,
    ['--scope <scope>', 'the scope that is asked for (default: as the client is registered)'],
    ['--header', 'print the whole header: Authorization: Bearer …'],
    ...aloneOptions,
  ],
  alone: getTokenAlone,
  act: (client, _argument, options) => get(client, options),
};

async function get(client: ApiClient, options: Options): Promise<CommandResult> {
  const [clientId, username, target, flow, scope] = ['client', 'user', 'target', 'flow', 'scope'].map(
    (name) => textOf(options, name),
  );
  if (clientId === undefined)
    throw new GatehouseError('cli.usage', 'Nothing says which client gets the token.', {
      fix: 'Give --client with the client_id of a client of the workspace or of the target.',
    });
  const started = await client.flows.start({
    kind: flow ?? (username === undefined ? 'client-credentials' : 'code-pkce'),
    target: target ?? null,
    clientId,
    username: username ?? null,
    mode: 'run',
    browser: 'unattended',
    options: scope === undefined ? {} : { parameters: { scope } },
  });
  const run = await untilJudged(client, started, performance.now() + timeoutMillis);
  const tokens = await tokensOf(client, run);
  const expiresAtMillis = run.values.find(({ name }) => name === 'access_token')?.expiresAtMillis ?? null;
  return tokenResult({ tokens, expiresAtMillis, note: run.note }, options);
}

async function tokensOf(client: ApiClient, run: FlowRun): Promise<Readonly<Record<string, string>>> {
  const there = tokenNames.filter((name) => run.values.some((value) => value.name === name));
  const found = await Promise.all(
    there.map(async (name) => [name, (await client.flows.reveal({ runId: run.id, name })).value] as const),
  );
  return Object.fromEntries(found);
}

function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
