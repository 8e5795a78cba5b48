import { hash } from 'node:crypto';
import { codeChallenge, providerCallbackPath } from '#shared/oauth/index.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import type { AuthorizationRequest, AwayAtProvider } from '../stores/transactions.ts';
import type { ProviderMetadata } from './provider-store.ts';

/** Everything that our own request to a provider says. */
export interface ProviderRequest {
  readonly provider: IdentityProvider;
  readonly metadata: ProviderMetadata;
  readonly away: AwayAtProvider;
  readonly asked: AuthorizationRequest;
  /** Base URL of this server. */
  readonly issuer: string;
  /** True if the user has to prove anew who they are. */
  readonly mustSignIn: boolean;
}

/** Where a provider sends the browser back to. */
export function callbackUrl(issuer: string): string {
  return `${issuer}${providerCallbackPath}`;
}

/** The authorization request to a provider. OpenID Connect Core §3.1.2.1 and §3.2.2.1, RFC 7636 §4.3 */
export function authorizationUrl({
  provider,
  metadata,
  away,
  asked,
  issuer,
  mustSignIn,
}: ProviderRequest): string {
  const url = new URL(metadata.authorizationEndpoint);
  const isCode = provider.responseType === 'code';
  const parameters: Readonly<Record<string, string>> = {
    response_type: provider.responseType,
    client_id: provider.clientId,
    redirect_uri: callbackUrl(issuer),
    scope: provider.scope,
    state: away.state,
    nonce: away.nonce,
    ...(isCode
      ? {
          code_challenge: codeChallenge(away.verifier, 'S256', (bytes) => hash('sha256', bytes, 'buffer')),
          code_challenge_method: 'S256',
        }
      : { response_mode: 'form_post' }),
    ...(asked.loginHint === '' ? {} : { login_hint: asked.loginHint }),
    ...(asked.uiLocales === '' ? {} : { ui_locales: asked.uiLocales }),
    ...(asked.maxAgeSeconds === null ? {} : { max_age: String(asked.maxAgeSeconds) }),
    ...(mustSignIn ? { prompt: 'login' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.hash = '';
  return url.href;
}
