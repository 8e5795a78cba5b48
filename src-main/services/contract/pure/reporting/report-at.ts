import { holdsAt, type LintCoverage, type LintFinding, type LintReport } from '#shared/contract/report.ts';
import { lintSeverities } from '#shared/contract/rule.ts';
import type { Problem } from '#shared/errors/index.ts';

/** The parts of a report besides its findings. */
export interface ReportFrame {
  readonly contractDate: string;
  readonly coverage: LintCoverage;
  readonly errors: readonly Problem[];
  readonly omitted: number;
}

/** Returns the report that holds at a contract date, in an order that does not depend on that of the inputs. */
export function reportAt(
  all: readonly LintFinding[],
  { contractDate, coverage, errors, omitted }: ReportFrame,
): LintReport {
  return {
    contractDate,
    findings: sortFindings(all.filter(({ holds }) => holdsAt(holds, contractDate))),
    coverage,
    errors: errors.toSorted((one, other) => compareAll(orderOfError(one), orderOfError(other))),
    omitted,
  };
}

/** Findings by file, entry, line and column, then by rule and subject. */
export function sortFindings(findings: readonly LintFinding[]): LintFinding[] {
  return findings
    .map((finding) => ({ finding, order: orderOf(finding) }))
    .toSorted((one, other) => compareAll(one.order, other.order))
    .map(({ finding }) => finding);
}

type Order = readonly (string | number)[];

/** Live findings have no order of their own: the worst comes first. */
function orderOf({ location, id, subject, key, message, severity }: LintFinding): Order {
  const { file, exchangeId = '', entry = -1, line = -1, column = -1, pointer = '' } = location;
  const rank = location.endpoint === undefined ? -1 : lintSeverities.indexOf(severity);
  return [
    file,
    rank,
    location.endpoint ?? '',
    exchangeId,
    entry,
    line,
    column,
    pointer,
    id,
    subject,
    key,
    message,
  ];
}

function orderOfError({ location, code, message }: Problem): Order {
  return [location?.file ?? '', location?.line ?? -1, location?.column ?? -1, code, message];
}

/** By code units: the same on every machine. */
function compareAll(one: Order, other: Order): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? '';
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
