import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { Decision, GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Spread } from '#shared/throttle/traffic/recipe.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { countsByHand, type KnownCounts } from '#test/unit/src-main/services/throttle/truth/bucket.ts';
import {
  type KnownLog,
  knownLogs,
  type LoggedRequest,
  loggedRequests,
} from '#test/unit/src-main/services/throttle/truth/logs.ts';

const requestCount = 1_200;

const folder = startedOnce(temporaryDirectory);
const engine = startedOnce(() => startTestEngine({ files: ordinaryFiles }));
const connected = startedOnce(() => connectByPort(engine.engine));
const client = startedOnce(() => connected.client);

/** Two policies: one bucket for each class of clients, and one for each method, host and program. */
const policies = [
  { by: 'class', spread: 'even' },
  { by: 'group', spread: 'once' },
] as const;
type Tried = (typeof policies)[number];

/** The address as the log tells it, and the expressions of both policies. */
function groupingOf({ isForwarded = false }: KnownLog, { by }: Tried): string {
  if (by === 'group') return '${request.method} ${request.uri.host} ${request.headers["user-agent"][0]}';
  return isForwarded ? '${request.headers["x-forwarded-for"][0]}' : '${contexts.client.remoteAddress}';
}

function routeOf(log: KnownLog, tried: Tried) {
  const rate = { numberOfRequests: 2, duration: '4 s' };
  const config = { requestGroupingPolicy: groupingOf(log, tried), rate };
  return throttledRoute(config, { condition: "${find(request.uri.path, '^/orders')}" });
}

/** Times in whole microseconds from the first on; of whole seconds, laid as it is asked. */
function timesOf(
  requests: readonly LoggedRequest[],
  isWholeSeconds: boolean,
  spread: Spread,
): readonly number[] {
  const first = requests[0]?.atMillis ?? 0;
  const times = requests.map(({ atMillis }) => (atMillis - first) * 1_000);
  if (!isWholeSeconds || spread === 'once') return times;
  const sizes = new Map<number, number>();
  for (const time of times) sizes.set(time, (sizes.get(time) ?? 0) + 1);
  const places = new Map<number, number>();
  return times.map((time) => {
    const place = places.get(time) ?? 0;
    places.set(time, place + 1);
    return time + Math.floor((place * 1_000_000) / (sizes.get(time) ?? 1));
  });
}

function byHand(requests: readonly LoggedRequest[], log: KnownLog, tried: Tried, spread: Spread) {
  const { hasHost, hasAgent = true, isWholeSeconds } = log;
  const times = timesOf(requests, isWholeSeconds, spread);
  return countsByHand(
    requests.map(({ method, host, path, agent, address }, at) => ({
      atMillis: times[at] ?? 0,
      client: address,
      group:
        tried.by === 'class' ? address : `${method} ${hasHost ? host : 'localhost'} ${hasAgent ? agent : ''}`,
      isTaken: path.startsWith('/orders'),
    })),
    { requests: 2, perMillis: 4_000_000 },
  );
}

type Counts = Readonly<Record<string, KnownCounts>>;
type Known = ReturnType<typeof byHand>;

const plain = (counts: ReadonlyMap<string, KnownCounts>): Counts => Object.fromEntries(counts);
const countsOf = (groups: readonly GroupResult[]): Counts =>
  Object.fromEntries(groups.map(({ key, accepted, refused }) => [key, { accepted, refused }]));

function sumOf({ groups }: Known): KnownCounts {
  const sum = { accepted: 0, refused: 0 };
  for (const { accepted, refused } of groups.values()) {
    sum.accepted += accepted;
    sum.refused += refused;
  }
  return sum;
}

/** Requests of each class, from every decision as the screen asks for them. */
function classesIn(decisions: readonly Decision[]): Counts {
  const classes: Record<string, KnownCounts> = {};
  for (const { client: id, isTaken, status } of decisions) {
    if (!isTaken) continue;
    const counts = (classes[id] ??= { accepted: 0, refused: 0 });
    counts[status === 429 ? 'refused' : 'accepted'] += 1;
  }
  return classes;
}

async function imported(bytes: Buffer, name: string) {
  const { importId } = await client.throttle.importTrace({
    files: [{ name, sizeBytes: bytes.length }],
  });
  await client.throttle.importPiece({ importId, file: 0, offset: 0, base64: bytes.toString('base64') });
  const found = await client.throttle.finishImport({ importId });
  await client.throttle.cancelImport({ importId });
  return found;
}

/** A log as a file. */
interface Packed {
  readonly bytes: Buffer;
  readonly name: string;
}

/** The results of the engine, as the screen asks for them. */
async function shownOnScreen(log: KnownLog, { bytes, name }: Packed, tried: Tried) {
  const { traffic, traceId } = await imported(bytes, name);
  const recorded = traffic.recorded === undefined ? undefined : { ...traffic.recorded, spread: tried.spread };
  const { id } = await client.throttle.simulate({
    document: JSON.stringify(routeOf(log, tried)),
    traffic: { ...traffic, ...(recorded === undefined ? {} : { recorded }) },
    traceId,
  });
  const watched = await client.throttle.watch({ runId: id, streamId: `known-${id}`, credits: 100 });
  for await (const { state } of watched) if (state !== 'running') break;
  const runId = id;
  const { result, otherSpread } = await client.throttle.result({ runId });
  const untilSeconds = result.durationSeconds;
  const decisions = await client.throttle.decisions({ runId, fromSeconds: 0, untilSeconds, maximum: 20_000 });
  const spread = tried.spread === 'even' ? 'once' : 'even';
  const laid = await client.throttle.groups({ runId, spread, maximum: 100 });
  const laidDecisions = await client.throttle.decisions({
    runId,
    spread,
    fromSeconds: 0,
    untilSeconds,
    maximum: 20_000,
  });
  const [first] = result.groups;
  const window = { fromSeconds: 0, untilSeconds: Math.ceil(untilSeconds / 2), binSeconds: 0.5 };
  const named = await client.throttle.groups({ runId, keys: [first?.key ?? ''], window });
  const inWindow = decisions.filter(
    ({ group, atSeconds }) => group === first?.key && atSeconds < window.untilSeconds,
  );
  return { result, otherSpread, decisions, laid, laidDecisions, named, inWindow };
}

/** The counts of the groups in a Markdown report. */
function countsInMarkdown(text: string): Counts {
  const [, table = ''] = text.split('## Groups, most rejections first\n\n');
  const rows = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return Object.fromEntries(
    rows.map((row) => {
      const [, key = '', , accepted, refused] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const counts = { accepted: Number(accepted), refused: Number(refused) };
      return [key.replaceAll(/\\(.)/g, '$1'), counts];
    }),
  );
}

interface Printed {
  readonly result: SimulationResult;
  readonly otherSpread: { readonly totals: SimulationResult['totals'] } | null;
  readonly assertions: readonly { readonly holds: boolean; readonly actual: string }[];
}

/** The command line on the same log, packed, with a report and an assertion about each group. */
async function commandLine(log: KnownLog, { bytes, name }: Packed, tried: Tried, known: Known) {
  const directory = join(folder.path, `${name} ${tried.by}`);
  mkdirSync(directory);
  const at = (file: string, content: string | Buffer) => {
    const path = join(directory, file);
    writeFileSync(path, content);
    return path;
  };
  const { accepted, refused } = sumOf(known);
  const asserted = [
    `accepted = ${accepted}`,
    `refused = ${refused}`,
    `notTaken = ${known.untaken}`,
    ...[...known.groups].flatMap(([key, counts]) => [
      `accepted of ${JSON.stringify(key)} = ${counts.accepted}`,
      `refused of ${JSON.stringify(key)} = ${counts.refused}`,
    ]),
  ];
  const report = join(directory, tried.by === 'class' ? 'report.md' : 'report.json');
  const { code, stdout, stderr } = await runGatehouse([
    'simulate',
    at('route.json', JSON.stringify(routeOf(log, tried))),
    at(`${name}.gz`, gzipSync(bytes)),
    '--spread',
    tried.spread,
    '--json',
    '--report',
    report,
    '--assert',
    ...asserted,
  ]);
  expect([code, stderr]).toEqual([0, '']);
  return { ...(JSON.parse(stdout) as Printed), report: readFileSync(report, 'utf8') };
}

describe.each(knownLogs)('a log in $name', (log) => {
  const requests = loggedRequests(23, requestCount, log.isWholeSeconds);
  const bytes = Buffer.from(log.text(requests));
  const name = `log-${knownLogs.indexOf(log)}.${log.name.startsWith('HAR') ? 'har' : 'log'}`;

  test.each(policies)(
    'has on screen, on the command line, in the report and in the assertions the counts of a bucket by hand per $by, $spread',
    async (tried) => {
      const known = byHand(requests, log, tried, tried.spread);
      const others = byHand(requests, log, tried, tried.spread === 'even' ? 'once' : 'even');
      const other = log.isWholeSeconds ? sumOf(others) : null;
      const screen = await shownOnScreen(log, { bytes, name }, tried);
      expect(countsOf(screen.result.groups)).toEqual(plain(known.groups));
      expect(classesIn(screen.decisions)).toEqual(plain(known.clients));
      expect(sumOf(known).refused).toBeGreaterThan(0);
      const { allowed, refused, notTaken } = figuresOf(screen.result);
      expect({ accepted: allowed, refused }).toEqual(sumOf(known));
      expect(notTaken).toBe(known.untaken);
      const { totals: laidElse = null } = screen.otherSpread?.result ?? {};
      if (other === null) expect(laidElse).toBeNull();
      else expect(laidElse).toMatchObject(other);
      // Asked about the other way, each part of the screen has its counts.
      if (other !== null) {
        expect(countsOf(screen.laid.groups)).toEqual(plain(others.groups));
        expect(classesIn(screen.laidDecisions)).toEqual(plain(others.clients));
      }
      // Of a part of the time, a group has the requests of that part.
      const counted = screen.named.groups.map(({ accepted, refused: stopped }) => accepted + stopped);
      expect(counted).toEqual([screen.inWindow.length]);

      const { result, otherSpread, report, assertions } = await commandLine(
        log,
        { bytes, name },
        tried,
        known,
      );
      expect(result.digest).toBe(screen.result.digest);
      expect(countsOf(result.groups)).toEqual(plain(known.groups));
      if (other !== null) expect(otherSpread?.totals).toMatchObject(other);
      const written =
        tried.by === 'class'
          ? countsInMarkdown(report)
          : countsOf((JSON.parse(report) as { result: SimulationResult }).result.groups);
      expect(written).toEqual(plain(known.groups));
      expect(assertions).toHaveLength(3 + 2 * known.groups.size);
      expect(assertions.filter(({ holds }) => !holds)).toEqual([]);
    },
  );
});
