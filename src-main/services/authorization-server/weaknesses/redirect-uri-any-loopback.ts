import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Lets any port and spelling of this machine stand for a registered loopback URI, of web clients too. */
export const redirectUriAnyLoopback: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-any-loopback',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Every loopback address taken for the same',
  clause: 'RFC 8252 §7.3',
  instead: (context, original) => {
    const { client, requestedRedirectUri } = context;
    const isHere = (uri: string | null) =>
      /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(URL.parse(uri ?? '')?.hostname ?? '');
    if (!isHere(requestedRedirectUri) || !client?.redirectUris.some(isHere)) return original();
    context.candidateRedirectUri = requestedRedirectUri;
    return undefined;
  },
};
