import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Sends tokens in the query where a request wants it, for logs and histories to keep. */
export const tokenInQuery: Weakness<AuthorizeContext> = {
  id: 'token-in-query',
  pipeline: 'authorize',
  step: 'response-mode',
  title: 'Access token in the query',
  clause: 'RFC 9700 §4.3.2',
  instead: (context, original) => {
    if (formValue(context.form, 'response_mode') !== 'query') return original();
    context.responseMode = 'query';
    return undefined;
  },
};
