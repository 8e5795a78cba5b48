import { apiWith } from './base.ts';

const api = apiWith<'webhooks'>();

export const webhooks = api.webhooks.router({
  status: api.webhooks.status.handler(({ context }) => [...context.engine.webhooks.status()]),
  test: api.webhooks.test.handler(({ context, input }) => {
    context.engine.webhooks.test(input.name);
    return { enqueued: true as const };
  }),
});
