import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Compares redirect URIs up to their fragment. */
export const redirectUriFragmentIgnored: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-fragment-ignored',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Fragment of the redirect URI not compared',
  clause: 'RFC 6749 §3.1.2',
  instead: (context, original) => {
    const given = found(context.requestedRedirectUri);
    const [start = ''] = given.split('#');
    if (!found(context.client).redirectUris.includes(start)) return original();
    context.candidateRedirectUri = given;
    return undefined;
  },
  alongside: {
    'redirect-uri-usable': (context) => void (context.redirectUri = context.candidateRedirectUri),
  },
};
