import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Compares redirect URIs without their queries, so that parameters can be planted at the client. */
export const redirectUriQueryIgnored: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-query-ignored',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Query of the redirect URI not compared',
  clause: 'RFC 9700 §2.1',
  instead: (context, original) => {
    const { client, requestedRedirectUri } = context;
    const bare = requestedRedirectUri?.split('?')[0];
    if (!client?.redirectUris.some((uri) => uri.split('?')[0] === bare)) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
