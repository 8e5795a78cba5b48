import { systemClock } from '#main/platform/clock.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createConnector } from '#main/services/connectors/index.ts';
import { spreadOf } from '../harness/statistics.ts';
import { announce } from './announce.ts';
import { connectorDocument } from './connector-document.ts';
import { attributesOf, type Person, readerOf } from './connector-person.ts';

// Reads a hundred thousand records page by page: how fast beside code for this one remote, and how much is held on the way.
const [upstream = ''] = process.argv.slice(2);
const connector = createConnector(connectorDocument(upstream), {
  name: 'hr',
  outgoing: { routeTo: () => Promise.resolve(directRoute) },
  readSecret: () => 'token',
  keystore: () => null,
  record: () => '',
  clock: systemClock,
  random: createSystemRandom(),
  isLiteral: () => false,
  maxListRecords: () => 100_000,
  userAgent: () => 'BenchConnector',
  script: () => Promise.reject(new Error('No script is run here.')),
});
const bytesPerMebibyte = 1_048_576;
const records = 100_000;
const pageSize = 100;

function heldMebibytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / bytesPerMebibyte;
}

/** Goes through the first records of the list; returns how much is held at the ends. */
async function walk(ends: readonly number[]): Promise<readonly number[]> {
  const held: number[] = [];
  let count = 0;
  const query = { filter: null, pageSize, wanted: 'default' } as const;
  for await (const { objects } of connector.walk('__ACCOUNT__', query, {})) {
    for (const { uid } of objects) if (uid === null) throw new Error('A record has no uid.');
    count += objects.length;
    if (ends.includes(count)) held.push(heldMebibytes());
  }
  if (count !== records) throw new Error(`${count} records were read instead of ${records}.`);
  return held;
}

const read = readerOf(upstream);

async function walkByHand(): Promise<void> {
  let count = 0;
  for (;;) {
    const { items } = await read<{ items: Person[] }>(`/users?limit=${pageSize}&offset=${count}`);
    if (items.length === 0) break;
    for (const person of items) if (attributesOf(person).userName === '') throw new Error('No name.');
    count += items.length;
  }
  if (count !== records) throw new Error(`${count} records were read instead of ${records}.`);
}

async function rateOf(perform: () => Promise<unknown>): Promise<number> {
  const startedMillis = performance.now();
  await perform();
  return (records / (performance.now() - startedMillis)) * 1_000;
}

// Code and caches that come with the first walk are none of the records.
await walk([]);
await walkByHand();
const ownRates: number[] = [];
const handRates: number[] = [];
for (let round = 0; round < 3; round += 1) {
  handRates.push(await rateOf(walkByHand));
  ownRates.push(await rateOf(() => walk([])));
}
const [first = 0, early = 0, last = 0] = await walk([1_000, 10_000, records]);
await connector.close();
announce({
  growth: early - first,
  growthLong: last - early,
  rate: spreadOf(ownRates).median,
  rateByHand: spreadOf(handRates).median,
});
process.exit();
