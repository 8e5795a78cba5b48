import type { SimulationReport } from './simulation-report.ts';

/** Characters that a table cell may not hold as they are. */
const special = /[\\|`*_<>[\]]/g;

function cell(text: string | number): string {
  return String(text)
    .replaceAll(special, (char) => `\\${char}`)
    .replaceAll(/\s+/g, ' ');
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

/** A simulation as Markdown. */
export function markdownReport({ route, traffic, result, assertions }: SimulationReport): string {
  const { totals, groups, retryAfter, waiting, warnings } = result;
  const share = totals.offered === 0 ? 0 : totals.refused / totals.offered;
  const parts = [
    `# Simulation of ${cell(route)}`,
    `Traffic: ${cell(traffic)}, ${result.durationSeconds} s. Digest: ${result.digest}.`,
    table(
      [
        'Offered',
        'Accepted',
        'Refused',
        'Share refused',
        'Failed',
        'Shadowed',
        'Retries',
        'Gave up',
        'Groups',
      ],
      [
        [
          totals.offered,
          totals.accepted,
          totals.refused,
          percent(share),
          totals.failed,
          totals.shadowed,
          totals.retries,
          totals.gaveUp,
          result.groupCount,
        ],
      ],
    ),
    table(
      ['Seconds', 'p50', 'p95', 'p99'],
      [
        ['Retry-After', retryAfter.p50, retryAfter.p95, retryAfter.p99],
        ['Waiting until accepted', waiting.p50, waiting.p95, waiting.p99],
      ],
    ),
    '## Groups, most refused first',
    table(
      ['Group', 'Rate', 'Accepted', 'Refused', 'Share refused'],
      groups.map((group) => [group.key, group.rate, group.accepted, group.refused, percent(group.share)]),
    ),
    ...(assertions.length === 0
      ? []
      : [
          '## Assertions',
          table(
            ['Assertion', 'Holds', 'Was'],
            assertions.map(({ assertion, holds, actual }) => [assertion, holds ? 'yes' : 'no', actual]),
          ),
        ]),
    ...(warnings.length === 0
      ? []
      : ['## Warnings', ...warnings.map(({ message, fix }) => `- ${cell(message)} ${cell(fix)}`)]),
  ];
  return `${parts.join('\n\n')}\n`;
}
