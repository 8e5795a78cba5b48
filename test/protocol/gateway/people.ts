import { expect } from 'vitest';
import { storeSecret } from '#main/workspace/index.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '#test/support/engine.ts';
import { tokenRequest } from '#test/support/people.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

/** The API's own registration at the hosted authorization server: by it tokens are asked after. */
const agent = {
  type: 'HttpBasicAuthenticationClientFilter',
  config: { username: 'orders-api', password: { $secret: 'agent-password' } },
};

/** A user file. */
export const person = (username: string, status: string | null) => ({
  username,
  password: `${username}-password`,
  claims: { mail: `${username}@example.com`, ...(status === null ? {} : { status }) },
});

/** Six people: two of gold, and one each of silver, bronze, a status that nobody knows, and none. */
export const people = {
  'oauth/users/ann.json': person('ann', 'gold'),
  'oauth/users/amy.json': person('amy', 'gold'),
  'oauth/users/bob.json': person('bob', 'silver'),
  'oauth/users/bea.json': person('bea', 'bronze'),
  'oauth/users/cyd.json': person('cyd', 'platinum'),
  'oauth/users/dan.json': person('dan', null),
};

const app = {
  client_id: 'app',
  client_secret: 'app-secret',
  grant_types: ['password'],
  scope: 'orders.read orders.write',
};

/** A filter that takes tokens of the hosted server; `resolver` is how it asks after them. */
export function resourceServer(
  config: Readonly<Record<string, unknown>> = {},
  resolver:
    | 'ValidateBearerAccessTokenResolver'
    | 'TokenIntrospectionAccessTokenResolver' = 'ValidateBearerAccessTokenResolver',
  providerFilter: unknown = agent,
) {
  return {
    name: 'tokens',
    type: 'OAuth2ResourceServerFilter',
    config: {
      scopes: ['orders.read'],
      requireHttps: false,
      realm: 'orders',
      accessTokenResolver: {
        type: resolver,
        config: {
          providerHandler: {
            type: 'Chain',
            config: { filters: [providerFilter], handler: 'ClientHandler' },
          },
        },
      },
      ...config,
    },
  };
}

/** One engine with its gateway, as the stories use it. */
export interface Setting extends TestEngine {
  /** A token of a user, with all scopes of the application or these. */
  tokenOf(username: string, scope?: string): Promise<string>;
  /** Sends requests one after the other; gives `status` or `status Retry-After` of each. */
  ask(count: number, headers?: Readonly<Record<string, string>>): Promise<readonly string[]>;
  /** The same in the name of a user, with a token that is fetched once. */
  askAs(username: string, count: number): Promise<readonly string[]>;
}

/** Starts hosted server and gateway with these routes; the clock stands still. */
export async function startSetting(
  routes: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, unknown>> = {},
  options: Pick<TestEngineOptions, 'seal'> = {},
): Promise<Setting> {
  const engine = await startTestEngine({
    ...options,
    files: { ...ordinaryFiles, ...people, 'oauth/clients/app.json': app, ...routes, ...files },
  });
  const { workspace, secrets } = engine.engine;
  await storeSecret(workspace, secrets, { name: 'agent-password', value: 'planted-resource-secret' });
  engine.clock.freeze();
  const tokens = new Map<string, string>();
  const { gateway, authorizationServer } = engine;

  async function tokenOf(username: string, scope = 'orders.read orders.write'): Promise<string> {
    const answer = await tokenRequest(authorizationServer, ['app', 'app-secret'], {
      grant_type: 'password',
      username,
      password: `${username}-password`,
      scope,
    });
    expect(answer.status).toBe(200);
    return String(answer.body['access_token']);
  }

  async function ask(count: number, headers: Readonly<Record<string, string>> = {}) {
    const answers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { status, headers: got } = await fetch(`${gateway}/orders`, { headers });
      const retryAfter = got.get('retry-after');
      answers.push(retryAfter === null ? String(status) : `${status} ${retryAfter}`);
    }
    return answers;
  }

  return {
    ...engine,
    tokenOf,
    ask,
    async askAs(username, count) {
      const token = tokens.get(username) ?? (await tokenOf(username));
      tokens.set(username, token);
      return ask(count, { Authorization: `Bearer ${token}` });
    },
  };
}
