import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Takes upper and lower case for the same, also in the path. */
export const redirectUriAnyCase: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-any-case',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Redirect URI compared without regard to case',
  clause: 'RFC 9700 §2.1',
  instead: (context, original) => {
    const { client, requestedRedirectUri } = context;
    const lower = requestedRedirectUri?.toLowerCase();
    if (!client?.redirectUris.some((uri) => uri.toLowerCase() === lower)) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
