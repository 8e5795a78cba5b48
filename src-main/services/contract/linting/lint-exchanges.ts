import {
  displayTemplate,
  type HostMatcher,
  headerMap,
  jsonOf,
  requestFact,
  resolveFindings,
} from '#main/services/contract/pure/index.ts';
import { type FactOrigin, type LintFinding, type RequestFact } from '#shared/contract/index.ts';
import type { LintSession } from './lint-context.ts';
import type { LintedSource } from './lint-source.ts';
import type { RecordedRequest } from './tasks.ts';

/** The source named in findings of live requests. */
export const activityFile = 'activity';

/**
 * Lints recorded requests in their order, so that rules see what follows what; findings name the exchange. What came
 * earlier is seen again, and neither found nor counted again.
 */
export function lintExchanges(
  { linter, reader }: LintSession,
  earlier: readonly RecordedRequest[],
  fresh: readonly RecordedRequest[],
): { readonly findings: readonly LintFinding[]; readonly counts: LintedSource['counts'] } {
  const all = linter.begin();
  const own = linter.begin();
  const endpoints: string[] = [];
  for (const [index, exchange] of [...earlier, ...fresh].entries()) {
    const fact = factOf(exchange, index - earlier.length, reader.hosts);
    all.see(fact);
    if (index < earlier.length) continue;
    own.see(fact);
    endpoints.push(`${fact.method} ${displayTemplate(fact.segments)}`);
  }
  const { found: _found, untold: _untold, ...counts } = own.end();
  const findings = resolveFindings({
    file: activityFile,
    kind: 'activity',
    facts: { ...counts, found: all.end().found.filter(({ location }) => (location.entry ?? -1) >= 0) },
    locate: ({ entry = 0 }) => ({
      file: activityFile,
      exchangeId: fresh[entry]?.id ?? '',
      endpoint: endpoints[entry] ?? '',
    }),
    suppressions: [],
  });
  const sentAt = new Map(fresh.map(({ id, startedAtMillis }) => [id, startedAtMillis]));
  return { findings: findings.map((finding) => seenOnce(finding, sentAt)), counts };
}

function seenOnce(finding: LintFinding, sentAt: ReadonlyMap<string, number>): LintFinding {
  const at = new Date(sentAt.get(finding.location.exchangeId ?? '') ?? 0).toISOString();
  return { ...finding, repeats: { count: 1, firstAt: at, lastAt: at } };
}

function factOf(exchange: RecordedRequest, index: number, hosts: HostMatcher): RequestFact {
  const { method, url, headers, bodyText, startedAtMillis, durationMillis } = exchange;
  const raw = { method, url, headers, bodyText, startedAtMillis, durationMillis, ...responseOf(exchange) };
  return requestFact(raw, hosts, originAt(index));
}

/** Returns the origin of a recorded request: it cannot be edited. */
function originAt(entry: number): FactOrigin {
  return { locate: () => ({ entry }), edit: () => null };
}

function responseOf({ status, responseHeaders, responseText }: RecordedRequest) {
  if (status === null) return {};
  return { response: { status, headers: headerMap(responseHeaders), body: jsonOf(responseText) } };
}
