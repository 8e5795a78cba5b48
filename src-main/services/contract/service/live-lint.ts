import { headerPairs, type PackedExchange } from '#main/platform/exchange-codec.ts';
import {
  countHost,
  createHostMatcher,
  type HostMatcher,
  hostLabel,
} from '#main/services/contract/pure/index.ts';
import { createOmissions, type LintFinding, type Omitted } from '#shared/contract/index.ts';
import type { LintContext } from '../linting/lint-context.ts';
import { type LintedSource, noCounts } from '../linting/lint-source.ts';
import type { RecordedRequest } from '../linting/tasks.ts';
import { createLiveFindings } from './live-findings.ts';
import { createLiveQueue } from './live-queue.ts';
import type { ContractPorts } from './ports.ts';

/** How long requests are gathered before they are linted, in milliseconds. */
const gatherMillis = 1_000;
/** Requests that are linted at a time: a flood may wait, and is worked off later. */
const maxAtOnce = 500;
/** Earlier requests that are looked at again, for rules about what follows what. */
const maxBefore = 100;
/** Maximum number of unknown templates whose requests are counted. */
const maxUnknown = 500;

/** Checks live requests and responses against the contract. */
export interface LiveLint {
  findings(): readonly LintFinding[];
  counts(): LintedSource['counts'];
  /** Findings that there was no room for. */
  omitted(): readonly Omitted[];
  /** Requests that were not looked at: too many at once, or without their body, or they still wait. */
  skipped(): number;
  forget(): void;
  close(): void;
}

type Ports = Pick<ContractPorts, 'follow' | 'worker' | 'noteExchanges'> & {
  context(): LintContext;
  /** Base URLs of the hosted services. */
  hostedUrls(): readonly string[];
  /** The date in force. */
  contractDate(): string;
  changed(): void;
};

/** Begins to follow the exchanges. */
export function followExchanges(ports: Ports): LiveLint {
  const queue = createLiveQueue();
  let before: readonly RecordedRequest[] = [];
  let timer: NodeJS.Timeout | null = null;
  let skipped = 0;
  let isClosed = false;
  let counts = noCounts;
  /** Calls to hosts that no rule looks at. */
  const elsewhere = new Map<string, number>();
  const findings = createLiveFindings();
  const hostsNow = hostsOf(ports);

  async function lint(): Promise<void> {
    const fresh = queue.take(maxAtOnce);
    const earlier = before;
    before = [...earlier, ...fresh].slice(-maxBefore);
    try {
      const task = { context: ports.context(), earlier, fresh };
      const { findings: found, counts: seen } = await ports.worker.run('lintExchanges', task);
      keep(found, seen);
    } catch {
      // Live requests are past: the next ones are linted again.
      skipped += fresh.length;
      ports.changed();
    }
    timer = null;
    later();
  }

  function keep(fresh: readonly LintFinding[], seen: LintedSource['counts']): void {
    const byExchange = Map.groupBy(fresh, ({ location }) => location.exchangeId ?? '');
    findings.add(fresh, ports.contractDate());
    counts = added(counts, seen);
    const notes = [...byExchange].map(([id, found]) => ({
      id,
      rules: [...new Set(found.map(({ id: rule }) => rule))].toSorted(),
    }));
    if (notes.length > 0) ports.noteExchanges(notes);
    ports.changed();
  }

  /** One lint at a time: its turn comes once the one before has ended. */
  function later(): void {
    if (!isClosed && queue.waiting() > 0) timer ??= setTimeout(() => void lint(), gatherMillis);
  }

  const stop = ports.follow(({ exchanges }) => {
    let isElsewhere = false;
    for (const exchange of exchanges) {
      const goesTo = lookedAtAs(exchange, hostsNow);
      if (goesTo === 'elsewhere') countHost(elsewhere, hostLabel(exchange.draft.origin));
      isElsewhere ||= goesTo === 'elsewhere';
      if (goesTo !== 'platform') continue;
      skipped += queue.offer(recordedRequest(exchange));
      if (lacksBody(exchange)) skipped += 1;
    }
    if (isElsewhere) ports.changed();
    later();
  });

  return {
    findings: findings.all,
    omitted: findings.omitted,
    counts: () => withHosts(counts, elsewhere),
    skipped: () => skipped + queue.waiting(),
    forget() {
      findings.clear();
      queue.clear();
      before = [];
      counts = noCounts;
      elsewhere.clear();
      skipped = 0;
    },
    close() {
      isClosed = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

interface Hosts {
  readonly known: HostMatcher;
  readonly hosted: HostMatcher;
}

/** The hosts of now, made anew only where the workspace or the address of a service changed. */
function hostsOf(ports: Pick<Ports, 'context' | 'hostedUrls'>): () => Hosts {
  let matchers: (Hosts & { readonly context: LintContext }) | null = null;
  return () => {
    const context = ports.context();
    if (matchers?.context.platformUrls !== context.platformUrls)
      matchers = {
        context,
        known: createHostMatcher({
          platform: context.platformUrls,
          authorization: context.authorizationUrls,
        }),
        hosted: createHostMatcher({ platform: ports.hostedUrls(), authorization: [] }),
      };
    return matchers;
  };
}

function added(one: LintedSource['counts'], other: LintedSource['counts']): LintedSource['counts'] {
  const unknown = new Map(one.unknown);
  for (const [template, count] of other.unknown)
    if (unknown.has(template) || unknown.size < maxUnknown)
      unknown.set(template, (unknown.get(template) ?? 0) + count);
  const hosts = new Map(one.hosts);
  for (const [host, count] of other.hosts) countHost(hosts, host, count);
  return {
    omitted: createOmissions([...one.omitted, ...other.omitted]).all(),
    hosts,
    requests: one.requests + other.requests,
    known: one.known + other.known,
    otherHosts: one.otherHosts + other.otherHosts,
    unknown,
    targets: new Set([...one.targets, ...other.targets]),
  };
}

/** How a live request is looked at; null: not at all, since it is seen elsewhere or is none of the work. */
type LookedAt = 'platform' | 'elsewhere' | null;

/** Each request is looked at once: as a hosted service answered it, else as it was sent. */
function lookedAtAs({ draft: { side, service, origin } }: PackedExchange, hosts: () => Hosts): LookedAt {
  // The other hosted services are APIs of somebody else.
  if (side === 'server')
    return service === 'platform' || service === 'authorizationServer' ? 'platform' : null;
  const colon = origin.indexOf('://');
  const hostOf = (of: HostMatcher) => of.hostOf(origin.slice(0, colon), origin.slice(colon + 3));
  const { known, hosted } = hosts();
  if (service !== 'imported' && hostOf(hosted) !== 'other') return null;
  return hostOf(known) === 'other' ? 'elsewhere' : 'platform';
}

/** Counts with the requests to hosts that no rule looks at. */
function withHosts(
  counts: LintedSource['counts'],
  elsewhere: ReadonlyMap<string, number>,
): LintedSource['counts'] {
  if (elsewhere.size === 0) return counts;
  const hosts = new Map(counts.hosts);
  for (const [host, count] of elsewhere) countHost(hosts, host, count);
  const more = [...elsewhere.values()].reduce((sum, count) => sum + count, 0);
  return { ...counts, hosts, otherHosts: counts.otherHosts + more };
}

/** At a high rate bodies are not recorded: rules about them saw nothing. */
function lacksBody({ requestBody }: PackedExchange): boolean {
  return requestBody.sizeBytes > 0 && requestBody.kept !== 'whole';
}

function recordedRequest({ id, draft, requestBody, responseBody }: PackedExchange): RecordedRequest {
  return {
    id,
    method: draft.method,
    url: draft.origin + draft.target,
    headers: headerPairs(draft.requestHeaders),
    bodyText: requestBody.kept === 'whole' ? requestBody.text : '',
    status: draft.status,
    responseHeaders: headerPairs(draft.responseHeaders),
    responseText: responseBody.kept === 'whole' ? responseBody.text : '',
    startedAtMillis: draft.startedAtMillis,
    durationMillis: draft.durationMicros / 1_000,
  };
}
