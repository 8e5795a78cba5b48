import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Describes a token of a client by a subject of that name: resource servers take it for the user of the same name. */
export const clientDescribedAsUser: Weakness<TokenContext> = {
  id: 'client-described-as-user',
  pipeline: 'token.validate_bearer',
  step: 'answer',
  title: 'Client described as if it were a user',
  clause: 'RFC 9700 §4.15',
  instead: async (context, original) => {
    await original();
    const { clientId, family } = found(context.validated);
    const described = JSON.stringify({ username: clientId, sub: clientId });
    if (family === null)
      context.body = context.body.replace('"access_token":{}', `"access_token":${described}`);
  },
};
