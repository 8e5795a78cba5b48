import { type Remark, remarksOf } from '#shared/attacks/remarks.ts';
import type {
  AttackReport,
  CaseReport,
  CheckReport,
  ExchangeEvidence,
  VariantReport,
  Verdict,
} from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { escapeMarkup as esc } from '#shared/reports/escape.ts';
import { type Column, htmlPage, table } from '#shared/reports/html.ts';
import {
  countVerdicts,
  isNoted,
  orderedCases,
  referencesOf,
  requestText,
  responseText,
  summaryRows,
  verdictOrder,
} from './summary.ts';

/** The verdicts differ in shape too: not everybody sees the colours. */
const marks: Readonly<Record<Verdict, string>> = {
  PASSED: '✓',
  FAILED: '✗',
  WARNING: '△',
  REVIEW: '◉',
  SKIPPED: '–',
  INCONCLUSIVE: '◇',
};

const outcomes: Readonly<Record<CheckReport['outcome'], string>> = {
  met: '✓ met',
  broken: '✗ broken',
  otherwise: '△ rejected differently',
  review: '◉ needs review',
  unknown: '– unknown',
  inconclusive: '◇ inconclusive',
};

function verdictMark(verdict: Verdict): string {
  return `<span class="verdict ${verdict}">${marks[verdict]} ${verdict}</span>`;
}

function clauseLink(clause: string): string {
  const url = clauseUrl(clause);
  return url === null ? esc(clause) : `<a href="${esc(url)}" rel="noreferrer">${esc(clause)}</a>`;
}

const checkColumns: readonly Column[] = [
  { title: 'Outcome', width: 16 },
  { title: 'Step', width: 14 },
  { title: 'Expected', width: 35 },
  { title: 'Received', width: 35 },
];
const quietColumns: readonly Column[] = [
  { title: 'Case', width: 9 },
  { title: 'Title', width: 65 },
  { title: 'Severity', width: 11 },
  { title: 'Verdict', width: 15 },
];
const skippedColumns: readonly Column[] = [
  { title: 'Case', width: 9 },
  { title: 'Title', width: 35 },
  { title: 'Severity', width: 11 },
  { title: 'Verdict', width: 15 },
  { title: 'Reason', width: 30 },
];

function code(text: string): string {
  return `<code>${esc(text)}</code>`;
}

/** The request and response that prove a finding, beside each other where there is room. */
function proof(evidence: ExchangeEvidence): string {
  const part = (title: string, text: string) => `<div><h4>${title}</h4><pre>${esc(text)}</pre></div>`;
  return `<figure><figcaption>Evidence of the step ${code(evidence.stepId)}</figcaption>
<div class="exchange">${part('Request', requestText(evidence))}${part('Response', responseText(evidence))}</div></figure>`;
}

/** A variant with its checks and what proves them. */
function variantPart({ name, verdict, reason, checks, evidence = [] }: VariantReport): string {
  const rows = checks.map(({ outcome, isShould, step, expected, actual }) => [
    `${outcomes[outcome]}${isShould ? ' (SHOULD)' : ''}`,
    code(step),
    code(expected),
    code(actual),
  ]);
  return [
    `<h3>${name === '' ? 'Attack' : esc(name)} ${verdictMark(verdict)}</h3>`,
    reason === '' ? '' : `<p>${esc(reason)}</p>`,
    rows.length === 0 ? '' : table(checkColumns, rows),
    ...evidence.map(proof),
  ].join('\n');
}

/** The variants with findings, and the number of the others: the report grows with the findings. */
function variantParts({ variants }: CaseReport): string {
  const noted = variants.filter(({ verdict }) => verdict !== 'PASSED' && verdict !== 'SKIPPED');
  const others = variants.length - noted.length;
  const rest = others === 0 ? '' : `\n<p class="muted">Other variants without findings: ${others}</p>`;
  return `${noted.map(variantPart).join('\n')}${rest}`;
}

function casePart(report: CaseReport): string {
  const { id, title, group, verdict, severity, explain, fix, reason } = report;
  return `<details${verdict === 'FAILED' ? ' open' : ''}>
<summary><span class="id">${esc(id)}</span> <b>${esc(title)}</b> <span class="muted">${severity}</span> ${verdictMark(verdict)}</summary>
<div class="body">
<p>${esc(explain)}</p>
<p><b>Fix:</b> ${esc(fix)}</p>
<p class="muted">${esc(group)}; ${referencesOf(report).map(clauseLink).join(', ')}</p>
${reason === '' ? '' : `<p><b>Reason:</b> ${esc(reason)}</p>`}
${variantParts(report)}
</div>
</details>`;
}

function remarkPart({ text, cases }: Remark): string {
  const of =
    cases.length === 0 ? '' : `<b>${cases.length} cases are INCONCLUSIVE</b> (${esc(cases.join(', '))}): `;
  return `<li>${of}${esc(text)}</li>`;
}

/** The cases that nobody has to look at: one line each, with the reason where there are some. */
function quietPart(title: string, cases: readonly CaseReport[]): string {
  if (cases.length === 0) return '';
  const isReasoned = cases.some(({ reason }) => reason !== '');
  const rows = cases.map(({ id, title: name, severity, verdict, reason }) => [
    code(id),
    esc(name),
    severity,
    verdictMark(verdict),
    ...(isReasoned ? [esc(reason)] : []),
  ]);
  return `<h2>${title} (${cases.length})</h2>\n${table(isReasoned ? skippedColumns : quietColumns, rows)}`;
}

function summaryPart(report: AttackReport): string {
  const counts = countVerdicts(report.cases);
  const remarks = remarksOf(report);
  const facts = summaryRows(report)
    .filter(([name]) => name !== 'Result')
    .map(([name, text]) => `<div><dt>${name}</dt><dd>${esc(text)}</dd></div>`);
  return `<ul class="counts">${verdictOrder.map((verdict) => `<li>${verdictMark(verdict)} ${counts[verdict]}</li>`).join('')}</ul>
<dl>${facts.join('\n')}</dl>
${remarks.length === 0 ? '' : `<ul class="remarks">${remarks.map(remarkPart).join('\n')}</ul>`}`;
}

/**
 * A report as one HTML document that needs nothing else and runs no script: the gravest failures come first.
 */
export function htmlReport(report: AttackReport): string {
  const title = `Attacks on ${report.target}`;
  const cases = orderedCases(report.cases);
  const noted = cases.filter(isNoted);
  const quiet = (verdict: Verdict) => cases.filter((each) => each.verdict === verdict);
  return htmlPage(
    title,
    `${summaryPart(report)}
${noted.length === 0 ? '' : `<h2>Findings (${noted.length})</h2>\n${noted.map(casePart).join('\n')}`}
${quietPart('Passed', quiet('PASSED'))}
${quietPart('Skipped', quiet('SKIPPED'))}`,
  );
}
