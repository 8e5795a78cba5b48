import type { GroupResult, RateSwitch } from '#shared/throttle/simulation/types.ts';
import type { StatusChange } from '#shared/throttle/traffic/schema.ts';

/** A rate that held for a group, and the status that its client had then. */
export interface RateSpan {
  readonly fromSeconds: number;
  /** Such as `6/10 s`; empty: none. */
  readonly rate: string;
  /** Null: the client has none, or the policy asks for none. */
  readonly status: string | null;
}

type Attributes = Readonly<Record<string, string | null>>;

/** As much of a traffic as tells the statuses of its clients. */
interface Clients {
  readonly clients?:
    | readonly { readonly id: string; readonly attributes?: Attributes | undefined }[]
    | undefined;
  readonly changes?: readonly Pick<StatusChange, 'atSeconds' | 'client' | 'attributes'>[] | undefined;
}

/** The status of a client at an instant: of its last change that names one, else that of its beginning. */
function statusAt({ clients = [], changes = [] }: Clients, client: string, claim: string, atSeconds: number) {
  // A class of several clients numbers them; a change of the class is one of each.
  const ofClass = client.replace(/-\d+$/, '');
  const own = clients.find(({ id }) => id === client) ?? clients.find(({ id }) => id === ofClass);
  const names = new Set([client, own?.id]);
  const last = changes
    .filter((change) => names.has(change.client) && change.atSeconds <= atSeconds)
    .toSorted((one, other) => one.atSeconds - other.atSeconds)
    .findLast(({ attributes }) => Object.hasOwn(attributes, claim));
  return (last ?? own)?.attributes?.[claim] ?? null;
}

/**
 * The rates of a group one after the other, as the engine switched them, each with the status that led to it. The rate of a
 * group at the end says nothing of its beginning.
 */
export function rateSpans(
  { key, client, rate }: Pick<GroupResult, 'key' | 'client' | 'rate'>,
  switches: readonly RateSwitch[],
  traffic: Clients,
  claim: string | null,
): readonly RateSpan[] {
  const own = switches.filter(({ group }) => group === key);
  const spans = [
    { fromSeconds: 0, rate: own[0]?.from ?? rate },
    ...own.map(({ atSeconds, to }) => ({ fromSeconds: atSeconds, rate: to })),
  ];
  return spans.map((span) => ({
    ...span,
    status: claim === null ? null : statusAt(traffic, client, claim, span.fromSeconds),
  }));
}

/** Spans that a card has room for. */
const maxShown = 2;

/** The first spans, and how many more there are. */
export function shownSpans(spans: readonly RateSpan[]): {
  readonly shown: readonly RateSpan[];
  readonly more: number;
} {
  return { shown: spans.slice(0, maxShown), more: Math.max(0, spans.length - maxShown) };
}
