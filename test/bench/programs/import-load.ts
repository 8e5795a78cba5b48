import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Bottleneck from 'bottleneck';
import limitConcurrency from 'p-limit';
import { systemClock } from '#main/platform/clock.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { openJournal } from '#main/services/consents/journal/journal.ts';
import { createBreaker } from '#main/services/consents/loading/breaker.ts';
import { createGate } from '#main/services/consents/loading/gate.ts';
import { createLoad } from '#main/services/consents/loading/load.ts';
import { createMeter } from '#main/services/consents/loading/meter.ts';
import { openPlan } from '#main/services/consents/loading/plan-file.ts';
import { createPlatformClient } from '#main/services/consents/platform-client/client.ts';
import { openTargetConnections } from '#main/services/consents/platform-client/send.ts';
import type { Pace } from '#shared/consents/index.ts';
import { announce } from './announce.ts';

// Loads consents for a while. Arguments: what loads, URL of the platform, folder, milliseconds, rows at most, pace as JSON.
const [how = '', url = '', folder = '', millis = '0', rows = '0', pace = ''] = process.argv.slice(2);
const parallel = 16;
const monotonic = () => performance.now();
const signal = AbortSignal.timeout(Number(millis));

/** Everything that the product does for a row but reading the state before: journal, pace, breaker, meter. */
async function loadAsWeDo(): Promise<void> {
  const directory = mkdtempSync(join(folder, 'load-'));
  const text = { agreementId: 'a', languageId: 'l', revisionId: 'r' };
  const head = { version: 1, hash: 'h', environmentId: 'e', frozenAtMillis: 0, texts: [text] };
  const lines = Array.from({ length: Number(rows) }, (_, row) => [
    row + 1,
    `user-${row}`,
    0,
    1_700_000_000_000,
    0,
  ]);
  writeFileSync(
    join(directory, 'plan.ndjson'),
    `${[head, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
  const profile = {
    name: 'bench',
    displayName: 'bench',
    baseUrl: url,
    tokenEndpoint: `${url}/token`,
    environmentId: 'e',
    clientId: 'bench',
    secret: () => 'bench',
    authentication: 'client_secret_basic',
    scope: '',
    isSandbox: true,
    limit: null,
  } as const;
  const { send, close } = openTargetConnections({
    outgoing: { routeTo: () => Promise.resolve(directRoute), problems: () => [] },
    record: () => 'exchange',
    clock: systemClock,
    monotonic,
    connections: parallel,
  });
  const journal = await openJournal(join(directory, 'journal.ndjson'));
  const load = createLoad(
    {
      importId: 'bench',
      client: createPlatformClient({
        profile,
        send,
        clock: systemClock,
        vendorHeader: 'Bench',
        userAgent: 'Bench',
      }),
      mediaType: 'bench',
      plan: await openPlan(join(directory, 'plan.ndjson')),
      journal,
      texts: { of: async () => text, gone: async () => null },
      reads: createGate({ mode: 'learned' }, monotonic),
      writes: createGate(JSON.parse(pace) as Pace, monotonic),
      breaker: createBreaker(),
      meter: createMeter(monotonic, systemClock.nowMillis),
      settings: () => ({ pace: null, parallel, readBefore: false, overwriteNewer: false }),
      clock: systemClock,
      random: createSystemRandom(),
      monotonic,
    },
    signal,
    new AbortController().signal,
  );
  await load.run();
  await journal.close();
  await close();
}

/** One request, and again after Retry-After as long as it is refused. */
async function acceptUntilTaken(row: number): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(`${url}/environments/e/users/user-${row}/agreementConsents/a`, {
      method: 'POST',
      body: '{}',
    });
    await response.arrayBuffer();
    if (response.status !== 429) return;
    await pause(Number(response.headers.get('retry-after')) * 1_000);
  }
}

const pause = (forMillis: number) => new Promise((resolve) => setTimeout(resolve, forMillis));
const allRows = Array.from({ length: Number(rows) }, (_, row) => row);

/** The usual way: a bound on requests under way, and Retry-After. */
async function loadWithBound(): Promise<void> {
  const limit = limitConcurrency(32);
  await Promise.all(allRows.map((row) => limit(() => (signal.aborted ? undefined : acceptUntilTaken(row)))));
}

/** A limiter that is told the rate; its way to tell a burst beside it lets less through. */
async function loadWithBottleneck(): Promise<void> {
  const told = JSON.parse(pace) as { readonly perSecond: number };
  const limiter = new Bottleneck({ maxConcurrent: 32, minTime: 1_000 / told.perSecond });
  await Promise.all(
    allRows.map((row) => limiter.schedule(async () => (signal.aborted ? undefined : acceptUntilTaken(row)))),
  );
}

const ways: Readonly<Record<string, () => Promise<void>>> = {
  gatehouse: loadAsWeDo,
  'p-limit': loadWithBound,
  bottleneck: loadWithBottleneck,
};
const begin = ways[how];
if (begin === undefined) throw new Error(`Nobody loads as ${how}.`);
announce({});
await begin();
process.exit(0);
