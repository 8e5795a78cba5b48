import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Accepts whatever begins with a registered redirect URI, so that codes can be led astray. */
export const redirectUriPrefix: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-prefix',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Redirect URI accepted by prefix',
  clause: 'RFC 9700 §4.1.1',
  instead(context, original) {
    const { client, requestedRedirectUri } = context;
    const isPrefixed =
      requestedRedirectUri !== null &&
      client?.redirectUris.some((uri) => requestedRedirectUri.startsWith(uri));
    if (isPrefixed !== true) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
