import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import type { ExportedRun, ExportedStep, ExportedText } from './exported-run.ts';
import { fenced, inlineCode, words } from './markdown-text.ts';
import { sequenceDiagram } from './mermaid.ts';
import { Redactor } from './redactor.ts';

/**
 * A run as a Markdown document with its sequence as a Mermaid diagram: each request and answer, the server's
 * decisions, and at the end the redacted values. `secrets` are the secret values of the run.
 */
export function runToMarkdown(run: ExportedRun, secrets: ReadonlyMap<string, string>): ExportedText {
  const redactor = new Redactor(secrets);
  const clean = (text: string) => redactor.clean(text);
  const cleanSteps = run.steps.map((step) => ({
    ...step,
    path: clean(step.path),
    remark: clean(step.remark),
    edits: clean(step.edits),
  }));
  const body = [
    `# ${words(`Run ${run.number}: ${clean(run.title)}`)}`,
    summary(run, clean),
    fenced(sequenceDiagram(cleanSteps), 'mermaid'),
    ...cleanSteps.flatMap((step) => describeStep(step, redactor)),
  ];
  const redacted = redactor.names();
  const text = [...body, '## Redacted', redactedList(redacted)].join('\n\n');
  return { text: `${text}\n`, redacted };
}

function summary(
  { server, clientId, username, startedAtMillis, state, note }: ExportedRun,
  clean: (text: string) => string,
): string {
  const rows = [
    ['Server', server],
    ['Client', clientId],
    ...(username === null ? [] : [['User', username]]),
    ['Started', new Date(startedAtMillis).toISOString()],
    ['Outcome', `${state}. ${note}`],
  ];
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([name = '', value = '']) => `| ${name} | ${words(clean(value))} |`),
  ].join('\n');
}

function redactedList(names: readonly string[]): string {
  return names.length === 0 ? 'Nothing.' : names.map((name) => `- ${inlineCode(name)}`).join('\n');
}

function describeStep(step: ExportedStep, redactor: Redactor): readonly string[] {
  const { number, method, path, status, edits, exchange, state } = step;
  const heading = `## ${number}\\. ${words(`${method} ${path}${status === null ? '' : `, ${status}`}`)}`;
  const edited = edits === '' ? [] : [words(`Edited: ${edits}`)];
  if (exchange === null) {
    const why = state === 'unseen' ? 'Not observable from here.' : 'Not reached.';
    return [heading, ...edited, state === 'done' ? 'No request or response was recorded.' : why];
  }
  redactor.noteMasked(exchange);
  const { request, response, failure, trace } = exchange;
  return [
    heading,
    ...edited,
    fenced(redactor.clean(requestText(exchange, request)), 'http'),
    ...(response === null
      ? []
      : [
          fenced(
            redactor.clean(`HTTP/1.1 ${response.status} ${response.reason}\n${messageText(response)}`),
            'http',
          ),
        ]),
    ...(failure === null ? [] : [words(redactor.clean(`Failure: ${failure}`))]),
    ...(trace === null ? [] : [decisions(trace, redactor)]),
  ];
}

function requestText({ method, target }: ExchangeView, request: ViewMessage): string {
  return `${method} ${target} HTTP/1.1\n${messageText(request)}`;
}

function messageText({ headers, text, sizeBytes, kept }: ViewMessage): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const note = kept === 'whole' ? '' : `\n(${kept}: ${sizeBytes} bytes)`;
  const body = text ?? (sizeBytes === 0 ? '' : `(${sizeBytes} bytes of binary data)`);
  return `${lines}\n\n${body}${note}`;
}

const outcomes = { passed: '✓', failed: '✗', skipped: '–', never: '·' } as const;

/** The rules in the order in which the server checked them. */
function decisions({ rules, effect }: DecisionTrace, redactor: Redactor): string {
  const lines = rules.map(({ outcome, rule, clause, detail, want, got }) => {
    const evidence = [
      detail,
      want === undefined ? undefined : `expected ${want}`,
      got === undefined ? undefined : `received ${got}`,
    ].filter((text) => text !== undefined);
    const text = `${rule} (${clause})${evidence.length === 0 ? '' : `: ${evidence.join(', ')}`}`;
    return `- ${outcomes[outcome]} ${words(redactor.clean(text))}`;
  });
  return ['What the server decided:', '', ...lines, '', words(redactor.clean(effect))].join('\n');
}
