import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'activity' | 'recorder'>();

/** Rows that come with each message of a stream, the newest. */
const tailRows = 200;

/** Builds the stream for a reader that follows a filter: always the newest rows, whatever changed in between. */
function follow({ activity, recorder }: Slice<'activity' | 'recorder'>, filter: string) {
  /** Extent that the reader already has: only rows beyond it are sent. */
  let sent = { generation: -1, matching: 0 };
  return {
    subscribe: activity.onChange,
    async read() {
      const { items, from, ...extent } = await activity.tail(filter, tailRows);
      const known = extent.generation === sent.generation ? Math.max(0, sent.matching - from) : 0;
      sent = extent;
      return {
        ...extent,
        tail: items.slice(known),
        notRecorded: recorder.lost(),
        bodiesDropped: recorder.bodiesDropped(),
      };
    },
  };
}

export const activity = api.activity.router({
  window: api.activity.window.handler(({ context: { engine }, input: { filter, from, limit } }) =>
    engine.activity.window(filter, from, limit),
  ),
  locate: api.activity.locate.handler(({ context: { engine }, input: { filter, id } }) =>
    engine.activity.locate(filter, id),
  ),
  watch: api.activity.watch.handler(({ context: { engine, streams }, input, signal }) => {
    engine.activity.check(input.filter);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      ...follow(engine, input.filter),
    });
  }),
  ids: api.activity.ids.handler(async ({ context: { engine }, input: { filter, limit } }) => ({
    ids: await engine.activity.ids(filter, limit),
  })),
  pin: api.activity.pin.handler(async ({ context: { engine }, input: { ids, isPinned } }) => ({
    changed: await engine.activity.pin(ids, isPinned),
  })),
  markFinding: api.activity.markFinding.handler(({ context: { engine }, input: { id, note } }) =>
    engine.activity.markFinding(id, note),
  ),
  related: api.activity.related.handler(({ context: { engine }, input }) =>
    engine.activity.related(input.id),
  ),
  savedFilters: api.activity.savedFilters.handler(({ context: { engine } }) =>
    engine.activity.savedFilters.list(),
  ),
  saveFilter: api.activity.saveFilter.handler(({ context: { engine }, input }) => {
    engine.activity.check(input.filter);
    return engine.activity.savedFilters.save(input);
  }),
  removeFilter: api.activity.removeFilter.handler(async ({ context: { engine }, input }) => ({
    removed: await engine.activity.savedFilters.remove(input.id),
  })),
});
