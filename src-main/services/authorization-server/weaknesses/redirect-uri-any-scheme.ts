import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Takes addresses of every scheme, those included that a browser runs instead of going there. */
export const redirectUriAnyScheme: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-any-scheme',
  pipeline: 'authorize',
  step: 'redirect-uri-usable',
  title: 'Redirect URIs that run as a script',
  clause: 'RFC 6749 §10.14',
  instead: (context) => void (context.redirectUri = context.candidateRedirectUri),
};
