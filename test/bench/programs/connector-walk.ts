import { systemClock } from '#main/platform/clock.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createConnector } from '#main/services/connectors/index.ts';
import { announce } from './announce.ts';
import { connectorDocument } from './connector-document.ts';

// Reads ten thousand records page by page and says how much more is held after the last than after the first thousand.
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

function heldMebibytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / bytesPerMebibyte;
}

async function walk(): Promise<{ readonly records: number; readonly growth: number }> {
  let records = 0;
  let early = 0;
  const query = { filter: null, pageSize: 100, wanted: 'default' } as const;
  for await (const object of connector.queryAll('__ACCOUNT__', query, {})) {
    if (object.uid === null) throw new Error('A record has no uid.');
    records += 1;
    if (records === 1_000) early = heldMebibytes();
  }
  return { records, growth: heldMebibytes() - early };
}

// Code and caches that come with the first walk are none of the records.
await walk();
const { records, growth } = await walk();
if (records !== 10_000) throw new Error(`${records} records were read instead of 10,000.`);
await connector.close();
announce({ growth });
process.exit();
