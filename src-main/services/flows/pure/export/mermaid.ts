import { assertNever } from '#shared/errors/index.ts';
import type { Lane } from '#shared/flows/script.ts';
import { visible } from '#shared/text/visible.ts';
import type { ExportedStep } from './exported-run.ts';

const laneNames: Readonly<Record<Lane, string>> = {
  browser: 'Browser',
  client: 'Client',
  as: 'Authorization server',
  rs: 'Resource server',
};
const maxLabelLength = 90;

/**
 * A run as a Mermaid sequence diagram. Arrows are dashed where the request was not seen or has not happened; one that
 * ended without an answer has a cross at its end.
 */
export function sequenceDiagram(steps: readonly ExportedStep[]): string {
  const used = new Set(steps.flatMap(({ from, to }) => [from, to]));
  const lanes = (Object.keys(laneNames) as Lane[]).filter((lane) => used.has(lane));
  return [
    'sequenceDiagram',
    ...lanes.map((lane) => `    participant ${lane} as ${laneNames[lane]}`),
    ...steps.flatMap(arrows),
  ].join('\n');
}

function arrows(step: ExportedStep): readonly string[] {
  const { number, from, to, method, path, remark, status } = step;
  const request = diagramLabel(`${number} ${method} ${path}${remark === '' ? '' : `, ${remark}`}`);
  const line = (arrow: string, text: string) => `    ${from}${arrow}${to}: ${text}`;
  switch (step.state) {
    case 'done':
    case 'failed':
      return status === null
        ? [line('-x', `${request}, no response`)]
        : [line('->>', request), `    ${to}->>${from}: ${status}`];
    case 'unseen':
      return [line('-->>', `${request}, not observed`)];
    case 'current':
    case 'waiting':
    case 'not-reached':
      return [line('-->>', `${request}, not reached`)];
    default:
      return assertNever(step.state);
  }
}

/**
 * A text as a label: whatever could end the label, begin a comment or a directive, or be markup stands as a character
 * code (`#59;`), which Mermaid reads back. The word `end` would end a block.
 */
export function diagramLabel(text: string): string {
  const line = visible(text);
  const characters = Array.from(line);
  const short =
    characters.length > maxLabelLength ? `${characters.slice(0, maxLabelLength - 1).join('')}…` : line;
  return short
    .trim()
    .replace(/[^A-Za-z0-9 _./,()=?-]/gu, (character) => `#${character.codePointAt(0)};`)
    .replace(/\bend\b/gi, (word) => `#${word.codePointAt(0)};${word.slice(1)}`);
}
