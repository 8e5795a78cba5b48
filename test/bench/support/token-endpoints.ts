import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/area.ts';
import type { TokenForm } from '../programs/floor-tokens.ts';
import type { FloorArguments } from '../programs/token-floor.ts';
import { type Child, programPath, startNode } from './child.ts';
import {
  copySampleWorkspace,
  introspectionPath,
  sampleClients,
  serveGatehouse,
  tokenPath,
  validateBearer,
} from './gatehouse.ts';
import { type Load, portOf, tokenRequest } from './load.ts';

export const connections = 32;

/** An authorization server under test. */
export interface Endpoint {
  readonly child: Child;
  readonly url: string;
  /** Which of the threads that run JavaScript answers: the main one, or the first worker. */
  readonly answeringThread: number;
}

export type Start = (bench: Bench) => Promise<Endpoint>;

const newState = (directory: string): string => mkdtempSync(join(directory, 'state-'));

/** The sample workspace; another form of its access tokens is a setting of it. */
export function gatehouse(form: TokenForm = 'opaque'): Start {
  const changes = {
    name: `workspace-${form}`,
    authorizationServer: { accessTokenFormat: 'jwt', accessTokenSigningAlgorithm: form },
  };
  return async ({ directory }) => {
    const workspace =
      form === 'opaque' ? copySampleWorkspace(directory) : copySampleWorkspace(directory, changes);
    const child = await serveGatehouse(workspace, newState(directory));
    return { child, url: child.authorizationServer, answeringThread: 1 };
  };
}

/** Plain `node:http`, with the durable writes of the product or with none. */
export function floor(form: TokenForm = 'opaque', manner: 'writes' | 'bare' = 'writes'): Start {
  return async ({ directory }) => {
    const stateDirectory = manner === 'writes' ? newState(directory) : null;
    const credentials = Object.values(sampleClients);
    const settings: FloorArguments = { stateDirectory, form, credentials };
    const child = await startNode([programPath('token-floor.ts'), JSON.stringify(settings)], {
      hasChannel: true,
    });
    return { child, url: JSON.parse(child.line).authorizationServer, answeringThread: 0 };
  };
}

/** oidc-provider with everything in a Map. */
export const peer: Start = async () => {
  const args = [programPath('oidc-provider-server.ts'), sampleClients.batch];
  const child = await startNode(args, { hasChannel: true });
  return { child, url: JSON.parse(child.line).authorizationServer, answeringThread: 0 };
};

/** Makes the request that is sent again and again, from a token that the server has issued. */
export type Prepare = (accessToken: string) => Pick<Load, 'path' | 'headers' | 'body' | 'isProven'>;

export const clientCredentials: Prepare = () => ({
  path: tokenPath,
  ...tokenRequest(sampleClients.batch, { grant_type: 'client_credentials' }),
});
/** The same with a proof of a key, to which the token is bound. RFC 9449 §5 */
export const boundCredentials: Prepare = (token) => ({ ...clientCredentials(token), isProven: true });
export const validation: Prepare = (token) => ({
  path: tokenPath,
  ...tokenRequest(sampleClients.resourceServer, { grant_type: validateBearer, token }),
});
export const introspection: Prepare = (token) => ({
  path: introspectionPath,
  ...tokenRequest(sampleClients.resourceServer, { token }),
});

/**
 * The load of a request on an endpoint, as fast as the answers come unless `requestsPerSecond` says otherwise.
 * @throws Error where the endpoint does not issue a token
 */
export async function loadOf(
  { url }: Endpoint,
  prepare: Prepare,
  requestsPerSecond: number | null = null,
): Promise<Omit<Load, 'durationMillis'>> {
  const { path, headers, body } = clientCredentials('');
  const fields = headers.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: fields, body });
  const answer = (await response.json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error('The server did not issue a token.');
  return { port: portOf(url), ...prepare(answer.access_token), connections, requestsPerSecond };
}
