import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Accepts whatever holds the name of a registered host, wherever it stands. */
export const redirectUriSubstring: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-substring',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Redirect URI accepted where the host occurs in it',
  clause: 'RFC 9700 §4.1.1',
  instead: (context, original) => {
    const { client, requestedRedirectUri } = context;
    const isHeld = client?.redirectUris.some((uri) => {
      const hostname = URL.parse(uri)?.hostname;
      return hostname !== undefined && hostname !== '' && requestedRedirectUri?.includes(hostname) === true;
    });
    if (isHeld !== true) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
