import type { Weakness } from '#main/platform/pipeline.ts';
import { parseForm } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes parameters from the URL too, which logs and histories keep. */
export const queryParametersTaken: Weakness<TokenContext> = {
  id: 'query-parameters-taken',
  pipeline: 'token*',
  step: 'no-query',
  title: 'Credentials in the URL accepted',
  clause: 'RFC 6749 §2.3.1',
  instead: (context) => {
    const { form, request } = context;
    context.form = { ...form, fields: [...form.fields, ...parseForm(request.query).fields] };
  },
};
