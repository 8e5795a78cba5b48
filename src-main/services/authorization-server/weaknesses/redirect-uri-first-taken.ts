import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Answers at the first registered address where the request names none of several. */
export const redirectUriFirstTaken: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-first-taken',
  pipeline: 'authorize',
  step: 'redirect-uri-only-one',
  title: 'First of several redirect URIs taken where none is named',
  clause: 'RFC 6749 §3.1.2.3',
  instead: (context, original) => {
    const [first] = found(context.client).redirectUris;
    if (first === undefined) return original();
    context.candidateRedirectUri = first;
    return undefined;
  },
};
