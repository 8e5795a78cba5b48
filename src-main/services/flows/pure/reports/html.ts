import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { escapeMarkup } from '#shared/reports/escape.ts';
import { type Column, htmlPage, table } from '#shared/reports/html.ts';
import type { FlowResult, FlowSuite } from './suite.ts';

interface Mark {
  readonly text: string;
  /** Class of the style that all reports share. */
  readonly className: string;
}

const marks: Readonly<Record<FlowVerdict, Mark>> = {
  passed: { text: '✓ passed', className: 'PASSED' },
  failed: { text: '✗ failed', className: 'FAILED' },
  'no-sign-in': { text: '◇ no sign-in', className: 'INCONCLUSIVE' },
  'not-run': { text: '– not run', className: 'WARNING' },
};

const outcomes = { met: '✓ met', broken: '✗ broken', open: '– unknown' } as const;

const expectationColumns: readonly Column[] = [
  { title: 'Outcome', width: 14 },
  { title: 'Step', width: 16 },
  { title: 'Expected', width: 35 },
  { title: 'Received', width: 35 },
];

function expectations({ expectations: list }: FlowResult): string {
  if (list.length === 0) return '';
  const rows = list.map(({ outcome, step, expected, actual }) => [
    outcomes[outcome],
    escapeMarkup(step ?? 'run'),
    escapeMarkup(expected),
    escapeMarkup(actual),
  ]);
  return table(expectationColumns, rows);
}

function flowPart(result: FlowResult): string {
  const { name, title, target, verdict, durationMillis, note } = result;
  const { text, className } = marks[verdict];
  const where = `${title}, ${target ?? 'hosted server'}, ${Math.round(durationMillis)} ms`;
  return `<details${verdict === 'passed' ? '' : ' open'}>
<summary><span class="verdict ${className}">${text}</span> <b>${escapeMarkup(name)}</b></summary>
<div class="body"><p class="muted">${escapeMarkup(where)}</p>
<p>${escapeMarkup(note)}</p>
${expectations(result)}</div>
</details>`;
}

/** The flows of a suite as a page: those that did not pass come first, with their expectations unfolded. */
export function htmlFlows({ flows, startedAtMillis }: FlowSuite, totals: string): string {
  const passed = flows.filter(({ verdict }) => verdict === 'passed');
  const others = flows.filter(({ verdict }) => verdict !== 'passed');
  return htmlPage(
    'Flows',
    `<p>${escapeMarkup(totals)}</p>
<p class="muted">Started ${new Date(startedAtMillis).toISOString()}</p>
${[...others, ...passed].map(flowPart).join('\n')}`,
  );
}
