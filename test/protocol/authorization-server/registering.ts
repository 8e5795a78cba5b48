import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import { registrationPolicySchema } from '#shared/workspace/index.ts';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';
import { callback, type TokenAnswer } from './parties.ts';

type Policy = Partial<AuthorizationServerSettings['registrationPolicy']>;

/** The settings of a server at which everybody may register, under a policy. */
export function openTo(policy: Policy = {}): Partial<AuthorizationServerSettings> {
  return {
    registration: 'open',
    registrationPolicy: {
      ...registrationPolicySchema.parse(undefined),
      scopes: ['openid', 'orders.read', 'orders.write'],
      ...policy,
    },
  };
}

export const native = {
  application_type: 'native',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
};
export const web = { redirect_uris: ['https://shop.example/cb'], client_name: 'Shop' };

interface Sent {
  readonly method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
  readonly token?: string | undefined;
  readonly type?: string;
  /** Absent: the endpoint itself. */
  readonly at?: string | undefined;
}

/** Sends metadata to the registration endpoint, or to a registration. */
export async function register(
  as: TestAuthorizationServer,
  body: unknown,
  { method = 'POST', token, type = 'application/json', at = `${as.origin}/as/clients.oauth2` }: Sent = {},
): Promise<TokenAnswer> {
  const response = await fetch(at, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** A registration as its client keeps it. */
export interface Registered {
  readonly clientId: string;
  readonly secret: string;
  readonly token: string;
  readonly uri: string;
  readonly answer: TokenAnswer;
}

/** The registration that an answer tells of. */
export function registered(answer: TokenAnswer): Registered {
  const of = (name: string) => {
    const value = answer.body[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    clientId: of('client_id'),
    secret: of('client_secret'),
    token: of('registration_access_token'),
    uri: of('registration_client_uri'),
    answer,
  };
}

/** Manages a registration with its own token. */
export const manage = (
  as: TestAuthorizationServer,
  { uri, token }: Pick<Registered, 'uri' | 'token'>,
  method: 'GET' | 'PUT' | 'DELETE',
  body?: unknown,
): Promise<TokenAnswer> => register(as, body, { method, token, at: uri });
