import { headerPairs, type PackedExchange } from '#main/platform/exchange-codec.ts';
import { createHostMatcher, type HostMatcher } from '#main/services/contract/pure/index.ts';
import type { LintFinding } from '#shared/contract/index.ts';
import type { LintContext } from '../linting/lint-context.ts';
import { type LintedSource, noCounts } from '../linting/lint-source.ts';
import type { RecordedRequest } from '../linting/tasks.ts';
import type { ContractPorts } from './ports.ts';

/** How long requests are gathered before they are linted, in milliseconds. */
const gatherMillis = 1_000;
/** Most requests that are linted at a time; of more the first are. */
const maxAtOnce = 300;
/** As many are linted a second where they do not stop coming: a flood says the same again and again. */
const perSecond = 20;
/** Earlier requests that are looked at again, for rules about what follows what. */
const maxBefore = 100;
/** Maximum number of unknown templates whose requests are counted. */
const maxUnknown = 500;
/** Findings of live requests that are kept; the oldest go. */
const maxFindings = 2_000;

/** Checks live requests and responses against the contract. */
export interface LiveLint {
  findings(): readonly LintFinding[];
  counts(): LintedSource['counts'];
  /** Requests that were not looked at because there were too many. */
  skipped(): number;
  forget(): void;
  close(): void;
}

type Ports = Pick<ContractPorts, 'follow' | 'worker' | 'noteExchanges' | 'clock'> & {
  context(): LintContext;
  /** Base URLs of the hosted services. */
  hostedUrls(): readonly string[];
  changed(): void;
};

/** Begins to follow the exchanges. */
export function followExchanges(ports: Ports): LiveLint {
  let gathered: RecordedRequest[] = [];
  let before: readonly RecordedRequest[] = [];
  let timer: NodeJS.Timeout | null = null;
  let skipped = 0;
  const allowance = createAllowance(ports.clock);
  let counts = noCounts;
  const findings = new Map<string, readonly LintFinding[]>();
  const hostsNow = hostsOf(ports);

  async function lint(): Promise<void> {
    timer = null;
    const fresh = gathered;
    gathered = [];
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
  }

  function keep(fresh: readonly LintFinding[], seen: LintedSource['counts']): void {
    const byExchange = Map.groupBy(fresh, ({ location }) => location.exchangeId ?? '');
    for (const [id, found] of byExchange) findings.set(id, found);
    for (const id of findings.keys()) {
      if (findings.size <= maxFindings) break;
      findings.delete(id);
    }
    counts = added(counts, seen);
    const notes = [...byExchange].map(([id, found]) => ({
      id,
      rules: [...new Set(found.map(({ id: rule }) => rule))].toSorted(),
    }));
    if (notes.length > 0) ports.noteExchanges(notes);
    ports.changed();
  }

  const stop = ports.follow(({ exchanges }) => {
    allowance.refill();
    for (const exchange of exchanges) {
      if (!concerns(exchange, hostsNow)) continue;
      if (allowance.take()) gathered.push(recordedRequest(exchange));
      else skipped += 1;
    }
    if (gathered.length > 0) timer ??= setTimeout(() => void lint(), gatherMillis);
  });

  return {
    findings: () => [...findings.values()].flat(),
    counts: () => counts,
    skipped: () => skipped,
    forget() {
      findings.clear();
      gathered = [];
      before = [];
      counts = noCounts;
      skipped = 0;
    },
    close() {
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

/** How many requests may be linted now. */
function createAllowance(clock: ContractPorts['clock']) {
  let left = maxAtOnce;
  let countedAtMillis = clock.nowMillis();
  return {
    refill(): void {
      const nowMillis = clock.nowMillis();
      const passedMillis = Math.max(0, nowMillis - countedAtMillis);
      left = Math.min(maxAtOnce, left + (passedMillis / 1_000) * perSecond);
      countedAtMillis = nowMillis;
    },
    take(): boolean {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

function added(one: LintedSource['counts'], other: LintedSource['counts']): LintedSource['counts'] {
  const unknown = new Map(one.unknown);
  for (const [template, count] of other.unknown)
    if (unknown.has(template) || unknown.size < maxUnknown)
      unknown.set(template, (unknown.get(template) ?? 0) + count);
  return {
    omitted: one.omitted + other.omitted,
    requests: one.requests + other.requests,
    known: one.known + other.known,
    otherHosts: one.otherHosts + other.otherHosts,
    unknown,
    targets: new Set([...one.targets, ...other.targets]),
  };
}

/** Each request is looked at once: as a hosted service answered it, else as it was sent. */
function concerns({ draft: { side, service, origin } }: PackedExchange, hosts: () => Hosts): boolean {
  // The other hosted services are APIs of somebody else.
  if (side === 'server') return service === 'platform' || service === 'authorizationServer';
  const colon = origin.indexOf('://');
  const hostOf = (of: HostMatcher) => of.hostOf(origin.slice(0, colon), origin.slice(colon + 3));
  const { known, hosted } = hosts();
  return hostOf(known) !== 'other' && (service === 'imported' || hostOf(hosted) === 'other');
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
