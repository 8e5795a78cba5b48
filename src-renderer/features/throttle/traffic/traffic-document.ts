import type { DesignedTraffic } from '#shared/api/index.ts';
import { roundBinSeconds } from '#shared/throttle/simulation/bin-lengths.ts';
import type { OnRefused, Pattern, StatusChange, TrafficClass } from '#shared/throttle/traffic/schema.ts';

/** A new traffic: one client for each status, at a rate that a small limit refuses some of. */
export function newTraffic(
  name: string,
  attribute: string | null,
  statuses: readonly string[],
): DesignedTraffic {
  const named = statuses.length === 0 ? ['one'] : statuses.slice(0, 8);
  const clients = named.map((status, index): TrafficClass => {
    const claims = attribute === null ? {} : { [attribute]: statuses.length === 0 ? null : status };
    return {
      id: `${status}-user`,
      attributes: { mail: `${status}@example.com`, ...claims },
      patterns: [{ kind: 'steady', perSecond: 0.5 }, ...(index === 0 ? [newPatterns.burst] : [])],
      on429: { kind: 'drop' },
    };
  });
  const request = { method: 'GET', uri: 'http://localhost/', headers: {} };
  return { name, durationSeconds: 60, seed: 1, request, clients, changes: [] };
}

const maxIdLength = 200;

function freeId({ clients }: DesignedTraffic): string {
  const taken = new Set(clients.map(({ id }) => id));
  let number = clients.length + 1;
  while (taken.has(`client-${number}`)) number += 1;
  return `client-${number}`;
}

/** Returns the reason why a text is not valid as the id of a client; null: it is valid. */
export function idProblemOf(
  { clients }: DesignedTraffic,
  index: number,
  id: string,
): 'empty' | 'long' | 'taken' | null {
  if (id.trim() === '') return 'empty';
  if (id.length > maxIdLength) return 'long';
  return clients.some((other, at) => at !== index && other.id === id) ? 'taken' : null;
}

/** The traffic with a client added that sends one request a second, or that does as another one. */
export function withClient(traffic: DesignedTraffic, like?: TrafficClass): DesignedTraffic {
  const blank = { attributes: {}, patterns: [newPatterns.steady], on429: newRefusals.drop };
  return { ...traffic, clients: [...traffic.clients, { ...(like ?? blank), id: freeId(traffic) }] };
}

/** The traffic with one client as it is now; its changes follow its name. */
export function withEdited(traffic: DesignedTraffic, index: number, client: TrafficClass): DesignedTraffic {
  const before = traffic.clients[index]?.id;
  const follow = (change: StatusChange) =>
    change.client === before ? { ...change, client: client.id } : change;
  return {
    ...traffic,
    clients: traffic.clients.with(index, client),
    changes: before === client.id ? traffic.changes : traffic.changes.map(follow),
  };
}

/** The traffic without a client and without its changes. */
export function withoutClient(traffic: DesignedTraffic, index: number): DesignedTraffic {
  const gone = traffic.clients[index]?.id;
  return {
    ...traffic,
    clients: traffic.clients.toSpliced(index, 1),
    changes: traffic.changes.filter(({ client }) => client !== gone),
  };
}

/** Instants are kept to the millisecond. */
export function roundedSeconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

/** The traffic with several requests of a client at one instant. */
export function withBurst(traffic: DesignedTraffic, index: number, atSeconds: number): DesignedTraffic {
  const client = traffic.clients[index];
  if (client === undefined) return traffic;
  const burst: Pattern = { kind: 'burst', atSeconds: roundedSeconds(atSeconds), requests: 5 };
  return withEdited(traffic, index, { ...client, patterns: [...client.patterns, burst] });
}

/** The traffic with a changed client. */
export function withChange(traffic: DesignedTraffic, change: StatusChange): DesignedTraffic {
  const added = { ...change, atSeconds: roundedSeconds(change.atSeconds) };
  return { ...traffic, changes: [...traffic.changes, added] };
}

/** The traffic with a change at another instant, inside its duration. */
export function withMovedChange(traffic: DesignedTraffic, index: number, toSeconds: number): DesignedTraffic {
  const change = traffic.changes[index];
  if (change === undefined) return traffic;
  const atSeconds = roundedSeconds(Math.min(traffic.durationSeconds, Math.max(0, toSeconds)));
  return { ...traffic, changes: traffic.changes.with(index, { ...change, atSeconds }) };
}

/** The initial values of a pattern, by its kind. */
export const newPatterns = {
  steady: { kind: 'steady', perSecond: 1 },
  poisson: { kind: 'poisson', perSecond: 1 },
  burst: { kind: 'burst', atSeconds: 12, requests: 8 },
  ramp: { kind: 'ramp', fromPerSecond: 0, toPerSecond: 5 },
  stages: {
    kind: 'stages',
    stages: [
      { durationSeconds: 10, perSecond: 5 },
      { durationSeconds: 10, perSecond: 0 },
    ],
  },
} as const satisfies { readonly [Kind in Pattern['kind']]: unknown };

/** The initial values of the behaviour after a refusal, by its kind. */
export const newRefusals = {
  drop: { kind: 'drop' },
  honour: { kind: 'honour', maximumRetries: 3 },
  jitter: { kind: 'jitter', maximumSeconds: 1, maximumRetries: 3 },
  'back-off': { kind: 'back-off', initialSeconds: 1, factor: 2, maximumSeconds: 30, maximumRetries: 3 },
  impatient: { kind: 'impatient', everySeconds: 0.5, maximumRetries: 10 },
} as const satisfies { readonly [Kind in OnRefused['kind']]: OnRefused };

/** Returns the initial status of a client: the value of the claim that picks its rate; null: it has none. */
export function statusOf({ attributes }: TrafficClass, claim: string | null): string | null {
  if (claim !== null && Object.hasOwn(attributes, claim)) return attributes[claim] ?? null;
  return attributes['status'] ?? null;
}

const claimPattern = /accessToken\.info(?:\.([A-Za-z_]\w*)|\['([^']+)'\])/;

/** The claim that an expression reads: `status` of `${contexts.oauth2.accessToken.info.status}`; null: none. */
export function claimIn(expression: string): string | null {
  const found = claimPattern.exec(expression);
  return found?.[1] ?? found?.[2] ?? null;
}

/** Describes a change to a client: the values that differ from its initial ones. */
export function changeText(
  { clients }: DesignedTraffic,
  { client, attributes }: StatusChange,
  nothing: string,
): string {
  const own = clients.find(({ id }) => id === client || id === client.replace(/-\d+$/, ''));
  const values = Object.entries(attributes).filter(([name, value]) => own?.attributes[name] !== value);
  return (values.length === 0 ? Object.entries(attributes) : values)
    .map(([, value]) => value ?? nothing)
    .join(', ');
}

/** Lengths of a bin, in seconds. */
const fewBins = 60;
const manyBins = 1_440;

/** In how many pieces of time results are counted: about sixty, or minutes where a day of them can be drawn. */
export function binsOf(durationSeconds: number): number {
  const sizeFor = (count: number) => roundBinSeconds(durationSeconds, count) ?? 86_400;
  const binSeconds = Math.min(sizeFor(fewBins), Math.max(60, sizeFor(manyBins)));
  return Math.max(1, Math.ceil(durationSeconds / binSeconds));
}

/** How many requests the traffic has about, without retries and recorded ones. */
export function expectedRequests({ clients, durationSeconds }: DesignedTraffic): number {
  const total = clients.reduce((sum, { count = 1, patterns }) => {
    const each = patterns.reduce((soFar, pattern) => soFar + requestsOf(pattern, durationSeconds), 0);
    return sum + count * each;
  }, 0);
  return Math.round(total);
}

function requestsOf(pattern: Pattern, durationSeconds: number): number {
  switch (pattern.kind) {
    case 'burst':
      return pattern.requests;
    case 'steady':
    case 'poisson':
      return pattern.perSecond * lengthOf(pattern, durationSeconds);
    case 'ramp':
      return ((pattern.fromPerSecond + pattern.toPerSecond) / 2) * lengthOf(pattern, durationSeconds);
    case 'stages': {
      let rate = 0;
      let sum = 0;
      for (const stage of pattern.stages) {
        sum += ((rate + stage.perSecond) / 2) * stage.durationSeconds;
        rate = stage.perSecond;
      }
      return sum;
    }
  }
}

function lengthOf(
  span: { readonly fromSeconds?: number | undefined; readonly untilSeconds?: number | undefined },
  durationSeconds: number,
): number {
  return Math.max(0, (span.untilSeconds ?? durationSeconds) - (span.fromSeconds ?? 0));
}
