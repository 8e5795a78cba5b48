import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Accepts any path on a registered scheme and host, so that an open redirector there leads codes on. */
export const redirectUriSameHost: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-same-host',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Redirect URI accepted by its host',
  clause: 'RFC 9700 §4.1.1',
  instead: (context, original) => {
    const { client, requestedRedirectUri } = context;
    const origin = URL.parse(requestedRedirectUri ?? '')?.origin;
    if (!client?.redirectUris.some((uri) => URL.parse(uri)?.origin === origin)) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
