import { apiWith } from './base.ts';

const api = apiWith<'contract' | 'upkeep'>();

export const state = api.state.router({
  usage: api.state.usage.handler(({ context }) => context.engine.upkeep.usage()),
  purge: api.state.purge.handler(async ({ context: { engine }, input }) => {
    const removed = await engine.upkeep.purge(input.kinds);
    if (input.kinds.includes('exchanges')) (await engine.contract.made())?.forgetLive();
    return { removed };
  }),
  retention: api.state.retention.handler(({ context }) => context.engine.upkeep.retention()),
  setRetention: api.state.setRetention.handler(({ context, input }) =>
    context.engine.upkeep.setRetention(input),
  ),
});
