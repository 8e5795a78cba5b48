import type { ActivityRow, FacetFilters } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'activity' | 'recorder'>();

/** Rows that come with each message of a stream, the newest. */
const tailRows = 200;

/** A row as it was sent, as far as it can change without a change of positions. */
const versionOf = ({ id, peer }: ActivityRow): string => `${id} ${peer?.id ?? ''}`;

/** Builds the stream for a reader that follows a filter: always the newest rows, whatever changed in between. */
function follow(
  { activity, recorder }: Slice<'activity' | 'recorder'>,
  filter: string,
  facets: FacetFilters | undefined,
) {
  /** The rows that the reader already has: only what is beyond them, or has changed, is sent. */
  let sent: { readonly generation: number; readonly from: number; readonly versions: readonly string[] } = {
    generation: -1,
    from: 0,
    versions: [],
  };
  return {
    subscribe: activity.onChange,
    async read() {
      const { items, from, ...extent } = await activity.tail(filter, tailRows);
      const before = sent;
      const versions = items.map(versionOf);
      const isSent = (index: number) => versions[index] === before.versions[from + index - before.from];
      let known = 0;
      if (extent.generation === before.generation) while (known < items.length && isSent(known)) known += 1;
      sent = { generation: extent.generation, from, versions };
      return {
        ...extent,
        counts: facets === undefined ? null : await activity.facets(facets, filter),
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
    const { filter, facets } = input;
    for (const text of [filter, ...Object.values(facets ?? {})]) engine.activity.check(text);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      ...follow(engine, filter, facets),
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
