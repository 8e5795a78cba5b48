import { assertNever } from '../../errors/assert-never.ts';
import type { JsonObject } from '../types.ts';

/** How the remote wants to be shown who asks; secrets are filled in later. */
export type DraftAuthentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic' }
  | { readonly kind: 'token'; readonly prefix: string }
  | { readonly kind: 'clientCredentials'; readonly tokenEndpoint: string; readonly scope: string }
  | { readonly kind: 'header'; readonly name: string };

/** The members of `configurationProperties` that say how requests authenticate. Spec 2 §5 */
export function authenticationOf(authentication: DraftAuthentication): JsonObject {
  switch (authentication.kind) {
    case 'none':
      return { authenticationMethod: 'NONE' };
    case 'basic':
      return { authenticationMethod: 'BASIC', login: null, password: null };
    case 'token':
      return {
        authenticationMethod: 'TOKEN',
        authToken: null,
        authorizationTokenPrefix: authentication.prefix,
      };
    case 'clientCredentials':
      return {
        authenticationMethod: 'OAUTH',
        grantType: 'client_credentials',
        tokenEndpoint: authentication.tokenEndpoint,
        clientId: null,
        clientSecret: null,
        scope: authentication.scope === '' ? null : authentication.scope,
      };
    case 'header':
      return {
        authenticationMethod: 'NONE',
        defaultHeaders: { [authentication.name]: '' },
      };
    default:
      return assertNever(authentication);
  }
}
