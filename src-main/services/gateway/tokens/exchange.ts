import type { TokenExchangeConfig } from '#shared/gateway/types.ts';
import { formatForm, tokenPath } from '#shared/oauth/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { ExchangedToken } from './exchanged-tokens.ts';
import { askServer, endpointOf, jsonOf, ResolverFailure, type ResolverPorts } from './resolver.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** Dependencies of an exchange. */
export interface ExchangePorts extends ResolverPorts {
  /** Where a server is really reached that a route names by its origin. */
  readonly addressOf: (origin: string) => string;
  /** Ids of the weaknesses that are switched on; absent: none. */
  readonly weaknesses?: () => readonly string[];
}

/**
 * Exchanges a client's token for one of the gateway, for the upstream alone. RFC 8693 §2.1
 * @throws ResolverFailure
 */
export async function exchangeToken(
  { endpoint, credential, resource, scopes }: TokenExchangeConfig,
  ports: ExchangePorts,
  subject: string,
  nowMillis: number,
): Promise<ExchangedToken> {
  const where = endpointOf(endpoint, ports, tokenPath);
  const form = formatForm([
    ['grant_type', grantType],
    ['subject_token', subject],
    ['subject_token_type', accessTokenType],
    ['resource', reached(resource, ports)],
    ...(scopes.length === 0 ? [] : [['scope', scopes.join(' ')] as const]),
  ]);
  const response = await askServer(ports, { endpoint: where, credential }, form);
  if (response.status === 400)
    throw new ResolverFailure(
      502,
      `The authorization server rejected the exchange: ${errorIn(response.body)}.`,
    );
  const { access_token: token, expires_in: left } = jsonOf(response);
  if (typeof token !== 'string')
    throw new ResolverFailure(502, 'The authorization server returned no access_token.');
  // Without an end it counts for this request alone. RFC 6749 §5.1
  return { token, expiresAtMillis: typeof left === 'number' ? nowMillis + left * 1_000 : nowMillis };
}

/** A hosted upstream may listen elsewhere than its settings say. */
function reached(resource: string, { addressOf }: ExchangePorts): string {
  const { origin } = new URL(resource);
  const address = addressOf(origin);
  return address === origin ? resource : address + resource.slice(origin.length);
}

function errorIn(body: Buffer): string {
  const value = parsedJson(body.toString('utf8'));
  const error = isJsonObject(value) ? value['error'] : undefined;
  return typeof error === 'string' ? error : 'unknown';
}
