import { apiWith } from './base.ts';

const api = apiWith();

export const streams = api.streams.router({
  grant: api.streams.grant.handler(({ context, input }) => ({
    open: context.streams.grant(input.streamId, input.credits),
  })),
});
