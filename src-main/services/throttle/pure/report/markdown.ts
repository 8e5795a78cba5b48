import { type Figures, shareText } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Spread } from '#shared/throttle/traffic/recipe.ts';
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

/** The requests that the route does not take: they are in no other number of the report. */
function notTakenParts({ notTaken, all }: Figures, result: SimulationResult): readonly string[] {
  if (notTaken === 0) return [];
  const rows = result.notTaken.map(({ request, count }) => [request, count]);
  return [
    `The route does not match ${notTaken} of ${all} requests. No other figure includes them.`,
    table(['Not matched', 'Requests'], rows),
  ];
}

const ways: Readonly<Record<Spread, string>> = {
  even: 'spread evenly over each second',
  once: 'sent all at once in each second',
};

/** The counts for both ways to lay the requests of one second, where times are whole seconds. */
function spreadParts({ spread, otherSpread, figures }: SimulationReport): readonly string[] {
  if (spread === null || otherSpread === null) return [];
  const rows = [
    { way: spread, of: figures },
    { way: otherSpread.spread, of: otherSpread.figures },
  ];
  return [
    `The log has times in whole seconds. All figures assume requests ${ways[spread]}. Only the next table and the last section show the other distribution.`,
    table(
      ['Requests', 'Offered', 'Accepted', 'Rejected', 'Rejection rate', 'Failed'],
      rows.map(({ way, of }) => [
        ways[way],
        of.offered,
        of.allowed,
        of.refused,
        shareText(of.refusedShare),
        of.failed,
      ]),
    ),
  ];
}

function groupTable({ groups }: SimulationResult): string {
  return table(
    ['Group', 'Rate', 'Accepted', 'Rejected', 'Rejection rate'],
    groups.map((group) => [group.key, group.rate, group.accepted, group.refused, shareText(group.share)]),
  );
}

/** How long clients were told to wait, and waited, where anybody was. */
function waitParts({ retryAfter, waiting }: SimulationResult): readonly string[] {
  const rows = [
    { name: 'Retry-After', of: retryAfter },
    { name: 'Time until accepted', of: waiting },
  ].filter(({ of }) => of.histogram.length > 0);
  if (rows.length === 0) return [];
  return [
    table(
      ['Seconds', 'p50', 'p95', 'p99'],
      rows.map(({ name, of }) => [name, of.p50, of.p95, of.p99]),
    ),
  ];
}

/** A simulation as Markdown. */
export function markdownReport(report: SimulationReport): string {
  const { route, traffic, figures, result, warnings, assertions, otherSpread } = report;
  const parts = [
    `# Simulation of ${cell(route)}`,
    `Traffic: ${cell(traffic)}, ${result.durationSeconds} s. Digest: ${result.digest}.`,
    table(
      [
        'Offered',
        'Accepted',
        'Rejected',
        'Rejection rate',
        'Failed',
        'Shadowed',
        'Retries',
        'Abandoned',
        'Groups',
      ],
      [
        [
          figures.offered,
          figures.allowed,
          figures.refused,
          shareText(figures.refusedShare),
          figures.failed,
          figures.shadowed,
          figures.retries,
          figures.gaveUp,
          result.groupCount,
        ],
      ],
    ),
    ...spreadParts(report),
    ...notTakenParts(figures, result),
    ...waitParts(result),
    '## Groups, most rejections first',
    groupTable(result),
    ...(assertions.length === 0
      ? []
      : [
          '## Assertions',
          table(
            ['Assertion', 'Passed', 'Actual'],
            assertions.map(({ assertion, holds, actual }) => [assertion, holds ? 'yes' : 'no', actual]),
          ),
        ]),
    ...(warnings.length === 0
      ? []
      : ['## Warnings', ...warnings.map(({ message, fix }) => `- ${cell(message)} ${cell(fix)}`)]),
    ...(otherSpread === null
      ? []
      : [`## Groups where requests are ${ways[otherSpread.spread]}`, groupTable(otherSpread.result)]),
  ];
  return `${parts.join('\n\n')}\n`;
}
