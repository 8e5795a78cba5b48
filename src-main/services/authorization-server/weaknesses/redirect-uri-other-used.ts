import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Compares the first of several with the registration and answers at the last. */
export const redirectUriOtherUsed: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-other-used',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Of two redirect URIs one is checked and the other used',
  clause: 'RFC 6749 §3.1',
  instead: (context, original) => {
    const given = context.form.fields.filter(({ name }) => name === 'redirect_uri');
    const [first, last] = [given[0]?.value ?? '', given.at(-1)?.value ?? ''];
    if (!found(context.client).redirectUris.includes(first)) return original();
    context.candidateRedirectUri = last;
    return undefined;
  },
  alongside: {
    'parameters-once': ({ form }, original) =>
      form.duplicates.every((name) => name === 'redirect_uri') ? undefined : original(),
  },
};
