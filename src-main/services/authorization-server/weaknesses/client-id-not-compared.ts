import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Believes the header and does not look that the body names another client. */
export const clientIdNotCompared: Weakness<TokenContext> = {
  id: 'client-id-not-compared',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'client_id of the body not compared with the header',
  clause: 'RFC 6749 §3.2.1',
  instead: (context, original) => {
    const { form, request } = context;
    if (request.headers.authorization !== undefined)
      context.form = { ...form, fields: form.fields.filter(({ name }) => name !== 'client_id') };
    return original();
  },
};
