/** Where traffic comes from, in the order in which the chips of Activity show it. */
export const trafficSources = [
  'flows',
  'connectors',
  'platform',
  'live',
  'resent',
  'imported',
  'attacks',
] as const;
export type TrafficSource = (typeof trafficSources)[number];

/**
 * The results an exchange can be filtered by in one click. A refusal is a 4xx or a redirect with an error; a run was held
 * at the held ones, and somebody changed the edited ones before they were sent.
 */
export const exchangeResults = ['2xx', '3xx', '4xx', '5xx', 'refused', 'held', 'edited'] as const;
export type ExchangeResult = (typeof exchangeResults)[number];

/** Tags of a request of a flow at which its run was held, and of one that was changed before it was sent. */
export const heldTag = 'held';
export const editedTag = 'edited';

/** The tag of every exchange inside a range, whichever party sent it. */
export const rangeTag = 'attack:range';

interface SourceRecord {
  readonly side: 'server' | 'client';
  readonly service: string;
  readonly tags: readonly string[];
}

/** Senders whose requests are a source of their own; what other services send comes of live traffic. */
const senders: Readonly<Record<string, TrafficSource>> = {
  flowDebugger: 'flows',
  replay: 'resent',
  imported: 'imported',
  connectorHost: 'connectors',
  platform: 'platform',
};

/** Services that are asked for one job; the others answer whoever comes. */
const servers: Readonly<Record<string, TrafficSource>> = {
  imported: 'imported',
  connectorHost: 'connectors',
  platform: 'platform',
};

/** Names the source of an exchange by one record of it: the sender's where both are at hand. */
export function sourceOf({ side, service, tags }: SourceRecord): TrafficSource {
  if (tags.some((tag) => tag.startsWith('attack:'))) return 'attacks';
  return (side === 'client' ? senders : servers)[service] ?? 'live';
}
