import { formPost, headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import {
  formatForm,
  formEncode,
  introspectionPath,
  tokenPath,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';
import type { ResourceServerPorts } from './context.ts';
import { invalidToken, unavailable } from './refusal.ts';
import type { ValidToken } from './valid-token.ts';

/**
 * Asks the authorization server for the meaning of a token, and whether it is meant for `audience`; null: for
 * anybody. Specification 1 §4.2
 * @throws ResourceRefusal invalid_token, or 503 if that cannot be determined
 */
export async function validateToken(
  ports: ResourceServerPorts,
  token: string,
  audience: string | null,
): Promise<ValidToken> {
  const response = await ask(ports, tokenPath, [
    ['grant_type', validateBearerGrantType(ports.vendorUrn())],
    ['token', token],
    ...(audience === null ? [] : [['aud', audience] as const]),
  ]);
  if (response.status === 400)
    throw invalidToken(
      'The authorization server reports that the token is not valid, or not intended for this resource.',
    );
  return readJson<ValidToken>(response);
}

/**
 * Whom a token names as its audience. RFC 7662 §2.2
 * @throws ResourceRefusal 503 where nobody can say
 */
export async function audienceOfToken(ports: ResourceServerPorts, token: string): Promise<readonly string[]> {
  const { aud } = readJson<{ readonly aud?: string | readonly string[] }>(
    await ask(ports, introspectionPath, [['token', token]]),
  );
  return aud === undefined ? [] : [aud].flat();
}

async function ask(
  { authorizationServer, credentials, send }: ResourceServerPorts,
  path: string,
  fields: readonly (readonly [name: string, value: string])[],
): Promise<RawResponse> {
  const origin = authorizationServer();
  const own = credentials();
  if (origin === null) throw unavailable('the authorization server is not running');
  if (own === null) throw unavailable('the resource server is not registered as a client');
  const basic = Buffer.from(`${formEncode(own.clientId)}:${formEncode(own.secret)}`).toString('base64');
  try {
    // The base URL may have a path.
    const url = new URL(`${origin}${path}`);
    const request = formPost(url.origin, url.pathname, formatForm(fields), `Basic ${basic}`);
    const { response } = await send(request, { service: 'sampleUpstreams', tags: [] });
    return response;
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : 'validation failed');
  }
}

function readJson<T>({ status, headers, body }: RawResponse): T {
  if (status !== 200) throw unavailable(`validation returned status ${status}`);
  if (headerValue(headers, 'content-type')?.startsWith('application/json') !== true)
    throw unavailable('validation returned a response that is not JSON');
  try {
    return JSON.parse(body.toString('utf8')) as T;
  } catch {
    throw unavailable('validation returned a response that is not JSON');
  }
}
