import type { Weakness } from '#main/platform/pipeline.ts';
import { found, type ResourceContext } from '../resource/context.ts';

/** Hands the token on in the addresses of its answer, to whoever they lead. */
export const tokenInLinks: Weakness<ResourceContext> = {
  id: 'token-in-links',
  pipeline: 'orders',
  step: 'answer',
  title: 'Token passed on in links',
  clause: 'RFC 6750 §5.3',
  instead: async (context, original) => {
    await original();
    const { token } = found(context.bearer);
    const next = `https://items.example/badge-reader?access_token=${token}`;
    context.body = found(context.body).replace('{', `{"next":${JSON.stringify(next)},`);
  },
};
