import type { JWTPayload } from 'jose';
import type { ClientSimulatorPorts } from './context.ts';
import type { ClientProvider } from './provider.ts';
import { askProvider } from './provider-call.ts';
import { refuse } from './refusal.ts';

/** The answer of an authorization server about a token. Document 1 §2.3 */
export interface ValidatedToken {
  readonly clientId: string;
  /** Null for a token of a client alone. */
  readonly username: string | null;
}

/**
 * Has a token validated; null where the application cannot, by its registration. Specification 1 §4.2
 * @throws ClientRefusal where the token is not valid
 */
export async function validateToken(
  ports: ClientSimulatorPorts,
  { validation, tokenEndpoint }: ClientProvider,
  token: string,
): Promise<ValidatedToken | null> {
  if (validation === null) return null;
  const { grantType, clientId, secret } = validation;
  const fields = [
    ['grant_type', grantType],
    ['token', token],
  ] as const;
  const { status, body, fault } = await askProvider(ports, { tokenEndpoint, clientId, secret, fields });
  if (status !== 200) throw refuse('The access token is not valid.', { got: fault });
  const attributes = body['access_token'] as Readonly<Record<string, unknown>> | undefined;
  const username = attributes?.['username'];
  return {
    clientId: typeof body['client_id'] === 'string' ? body['client_id'] : '',
    username: typeof username === 'string' ? username : null,
  };
}

/**
 * The claims of an ID token that came straight from the token endpoint, where TLS replaces the signature.
 * OpenID Connect Core §3.1.3.7
 * @throws ClientRefusal if it cannot be read
 */
export async function claimsOf(idToken: string): Promise<JWTPayload> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(idToken);
  } catch {
    throw refuse('The ID token cannot be read.');
  }
}
