import { unpackExchange } from '#main/platform/exchange-codec.ts';
import { importedId } from '#main/platform/exchange-ids.ts';
import {
  diffBytes,
  diffExchanges,
  noExchange,
  replayExchange,
  requestsAsHar,
  revealField,
  summarise,
  toCurl,
  toHar,
  viewExchange,
} from '#main/services/activity/index.ts';
import { curlEntries } from '#main/services/contract/index.ts';
import type { ExchangeSummary } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'harImport' | 'jobs' | 'ports' | 'recorder' | 'send'>();

/** Summaries that wait for a slow reader; beyond it the oldest are dropped and counted. */
const maxWaiting = 500;

/** Reads a recorded exchange. @throws api.not-found */
export async function findExchange({ recorder }: Slice<'recorder'>, id: string): Promise<Exchange> {
  const exchange = await recorder.get(id);
  if (exchange === null) throw noExchange(id);
  return exchange;
}

const exported = ({ text, redacted }: { text: string; redacted: readonly string[] }) => ({
  text,
  redacted: [...redacted],
});

/** Collects the exchanges recorded between two messages of a stream. */
function gather({ recorder }: Slice<'recorder'>) {
  let items: ExchangeSummary[] = [];
  let skipped = 0;
  return {
    subscribe: (changed: () => void) =>
      recorder.follow(({ exchanges }) => {
        items.push(...exchanges.slice(-maxWaiting).map((packed) => summarise(unpackExchange(packed))));
        const over = Math.max(0, items.length - maxWaiting) + Math.max(0, exchanges.length - maxWaiting);
        skipped += over;
        items = items.slice(-maxWaiting);
        changed();
      }),
    read() {
      if (items.length === 0) return null;
      const batch = {
        items,
        skipped,
        notRecorded: recorder.lost(),
        bodiesDropped: recorder.bodiesDropped(),
      };
      items = [];
      skipped = 0;
      return batch;
    },
  };
}

export const exchanges = api.exchanges.router({
  list: api.exchanges.list.handler(async ({ context: { engine }, input }) => {
    const page = await engine.recorder.page(input);
    return { items: page.items.map(summarise), nextBefore: page.nextBefore };
  }),
  get: api.exchanges.get.handler(async ({ context: { engine }, input }) => {
    const exchange = await findExchange(engine, input.id);
    return viewExchange(exchange, (await engine.recorder.counterpart(exchange))?.id ?? null);
  }),
  reveal: api.exchanges.reveal.handler(async ({ context: { engine }, input }) => {
    const value = revealField(await findExchange(engine, input.id), input.pointer);
    if (value === null)
      throw new GatehouseError(
        'exchange.no-secret',
        'The exchange has no secret that can be revealed there.',
        {
          fix: 'Stored secrets of the workspace are never revealed.',
        },
      );
    return { value };
  }),
  curl: api.exchanges.curl.handler(async ({ context: { engine }, input }) =>
    exported(toCurl(await findExchange(engine, input.id))),
  ),
  har: api.exchanges.har.handler(async ({ context: { engine }, input }) => {
    const found = await Promise.all(input.ids.map((id) => engine.recorder.get(id)));
    return exported(
      toHar(
        found.filter((exchange) => exchange !== null),
        engine.ports.version,
      ),
    );
  }),
  importHar: api.exchanges.importHar.handler(async ({ context: { engine }, input }) => {
    const fromCurl = curlEntries(input.text);
    const text = fromCurl === null ? input.text : requestsAsHar(fromCurl, engine.ports.realClock.nowMillis());
    const accepted = await engine.harImport.accept(text);
    const job = await engine.jobs.begin(engine.harImport.job.kind, accepted);
    return { jobId: job.id, entries: accepted.entries, firstId: importedId(accepted.sourceId, 0) };
  }),
  replay: api.exchanges.replay.handler(async ({ context: { engine }, input }) => ({
    id: await replayExchange(await findExchange(engine, input.id), engine.send, input.typedHost),
  })),
  diff: api.exchanges.diff.handler(async ({ context: { engine }, input }) => {
    const compare = { words: diffExchanges, bytes: diffBytes }[input.by];
    const lines = compare(
      await findExchange(engine, input.leftId),
      await findExchange(engine, input.rightId),
    );
    return lines.filter(({ change }) => input.withSame || change !== 'same');
  }),
  watch: api.exchanges.watch.handler(({ context: { engine, streams }, input, signal }) =>
    streamChanges({ gate: streams.open(input.streamId, input.credits, signal), signal, ...gather(engine) }),
  ),
});
