import { lastSession, rememberSession } from '#main/workspace/index.ts';
import { apiWith } from './base.ts';

const api = apiWith<'drafts' | 'ports'>();

export const drafts = api.drafts.router({
  list: api.drafts.list.handler(async ({ context }) => [...(await context.engine.drafts.list())]),
  put: api.drafts.put.handler(async ({ context, input }) => {
    await context.engine.drafts.put(input);
    return { kept: true as const };
  }),
  discard: api.drafts.discard.handler(async ({ context, input }) => ({
    discarded: await context.engine.drafts.discard(input.file),
  })),
});

export const session = api.session.router({
  get: api.session.get.handler(({ context }) => lastSession(context.engine.ports.storage.records)),
  put: api.session.put.handler(async ({ context, input }) => {
    await rememberSession(context.engine.ports.storage.records, input);
    return { kept: true as const };
  }),
});
