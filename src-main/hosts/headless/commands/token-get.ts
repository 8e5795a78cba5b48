import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { CommandResult, GroupAction } from '../command-group.ts';
import { type Options, textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { environmentOption } from '../location-options.ts';
import { untilJudged } from './flow-suite.ts';
import { aloneOptions, getTokenAlone, tokenResult } from './token-alone.ts';

/** How long a sign-in and its token may take, in milliseconds. */
const timeoutMillis = 120_000;

/** A kept token is printed while it lives so long, in milliseconds: the script has to use it yet. */
const leastLifeMillis = 30_000;

/** Values of a run that are tokens, as a token response names them. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3 */
const tokenNames = ['access_token', 'refresh_token', 'id_token'] as const;

/** Gets one token for a script: by a client of the workspace, or of another server that it names. */
export const getToken: GroupAction = {
  name: 'get',
  description: 'Get a token and print only the token, for scripts',
  services: ['authorizationServer', 'sampleUpstreams'],
  options: [
    ['--client <client_id>', 'client that requests the token'],
    ['--user <name>', 'user to get the token for; default: the client itself'],
    ['--target <name>', 'another server, as in targets/<name>.json; default: the hosted server'],
    [
      '--flow <kind>',
      'code-pkce, code, implicit, hybrid, password, client-credentials, saml-bearer or jwt-bearer; with --token refresh or token-exchange (default: code-pkce with a user, else client-credentials)',
    ],
    environmentOption,
    ['--scope <scope>', 'requested scope (default: that of the registration)'],
    ['--header', 'print the whole header: Authorization: Bearer …'],
    ['--keep', 'reuse the stored token until it expires, then refresh it; needs a workspace'],
    ...aloneOptions,
  ],
  alone: getTokenAlone,
  act: (client, _argument, options) => get(client, options),
};

type Start = Parameters<ApiClient['flows']['start']>[0];

async function get(client: ApiClient, options: Options): Promise<CommandResult> {
  const start = startOf(options);
  const run = await (options['keep'] === true ? keptRun(client, start) : runOf(client, start));
  const tokens = await tokensOf(client, run);
  return tokenResult({ tokens, expiresAtMillis: expiryOf(run), note: run.note }, options);
}

/** @throws cli.usage */
function startOf(options: Options): Start {
  const [clientId, username, target, flow, scope] = ['client', 'user', 'target', 'flow', 'scope'].map(
    (name) => textOf(options, name),
  );
  if (clientId === undefined)
    throw new GatehouseError('cli.usage', 'The client of the token is not set.', {
      fix: 'Add --client with the client_id of a client of the workspace or of the target.',
    });
  return {
    kind: flow ?? (username === undefined ? 'client-credentials' : 'code-pkce'),
    target: target ?? null,
    clientId,
    username: username ?? null,
    mode: 'run',
    browser: 'unattended',
    options: scope === undefined ? {} : { parameters: { scope } },
  };
}

async function runOf(client: ApiClient, start: Start): Promise<FlowRun> {
  const started = await client.flows.start(start);
  return untilJudged(client, started, performance.now() + timeoutMillis);
}

/** The run whose token was kept while that lives, else one that refreshes it, else a new one. */
async function keptRun(client: ApiClient, start: Start): Promise<FlowRun> {
  const { kind, target, clientId, username, options } = start;
  const keptAs = `token ${JSON.stringify([kind, target, clientId, username, options?.parameters?.scope ?? ''])}`;
  const kept = (await client.flows.list()).find((run) => run.keptAs === keptAs && holds(run, 'access_token'));
  if (kept !== undefined) {
    const { clock } = await client.app.status();
    if (isGood(kept) && (expiryOf(kept) ?? 0) > clock.nowMillis + leastLifeMillis) return kept;
    if (holds(kept, 'refresh_token')) {
      const token = { runId: kept.id, name: 'refresh_token' };
      const refreshed = await runOf(client, { ...start, kind: 'refresh', keptAs, options: { token } });
      if (refreshed.state === 'passed' && holds(refreshed, 'access_token')) return refreshed;
    }
  }
  return runOf(client, { ...start, keptAs });
}

function holds({ values }: FlowRun, name: string): boolean {
  return values.some((value) => value.name === name);
}

/** False of a token that was found to be revoked, or refused. */
function isGood({ values }: FlowRun): boolean {
  return values.find(({ name }) => name === 'access_token')?.tone !== 'danger';
}

function expiryOf({ values }: FlowRun): number | null {
  return values.find(({ name }) => name === 'access_token')?.expiresAtMillis ?? null;
}

async function tokensOf(client: ApiClient, run: FlowRun): Promise<Readonly<Record<string, string>>> {
  const there = tokenNames.filter((name) => run.values.some((value) => value.name === name));
  const found = await Promise.all(
    there.map(async (name) => [name, (await client.flows.reveal({ runId: run.id, name })).value] as const),
  );
  return Object.fromEntries(found);
}
