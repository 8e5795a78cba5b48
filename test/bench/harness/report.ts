import type { Bound } from './area.ts';
import type { Machine } from './machine.ts';
import type { AreaResult, TargetResult } from './result.ts';

interface Format {
  readonly unit: string;
  readonly digits: number;
}

/** A number with its unit, its thousands separated. */
export function quantity(value: number, { unit, digits }: Format): string {
  const text = value.toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === '' ? text : `${text} ${unit}`;
}

function boundText(bound: Bound, format: Format): string {
  return 'atMost' in bound ? `≤ ${quantity(bound.atMost, format)}` : `≥ ${quantity(bound.atLeast, format)}`;
}

/** Says in words if a target holds; a goal that is missed is not a failure. */
export function verdict({ holds, isGoal }: TargetResult): string {
  if (holds) return 'holds';
  return isGoal ? 'goal, not reached' : 'does not hold';
}

type Row = readonly string[];

function figureRows({ cases }: AreaResult): readonly Row[] {
  return cases.flatMap(({ title, figures }) =>
    figures.map((figure, index) => {
      const { median, lowest, highest, samples, digits } = figure;
      const apart = `${quantity(lowest, { unit: '', digits })} … ${quantity(highest, { unit: '', digits })}`;
      return [
        index === 0 ? title : '',
        figure.title,
        quantity(median, figure),
        samples.length > 1 ? apart : '',
      ];
    }),
  );
}

function targetRows({ targets }: AreaResult): readonly Row[] {
  return targets.map((target) => [
    target.title,
    quantity(target.value, target),
    boundText(target.bound, target),
    verdict(target),
  ]);
}

/** An area's result as a table for the terminal. */
export function terminalTable(result: AreaResult): string {
  const figures = [['case', 'figure', 'median', 'lowest … highest'], ...figureRows(result)];
  const targets = [['target', 'measured', 'bound', ''], ...targetRows(result)];
  const rounds = `${result.rounds} ${result.rounds === 1 ? 'round' : 'rounds'}`;
  return `\n${result.area}: ${result.title} (${rounds})\n\n${columns(figures)}\n\n${columns(targets)}\n`;
}

function columns(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n');
}

/** Why a target of an area is missed where it is, by its title. */
export type Reasons = (area: string, title: string) => string | undefined;

/** Every result as one Markdown document. */
export function markdownReport(results: readonly AreaResult[], reasons: Reasons): string {
  const intro =
    'Written by `npm run bench`; do not edit. The cases of an area run in turn, round by round; a figure is the ' +
    'median of the rounds, beside it the lowest and the highest. CPU time is that of user and system together.';
  return `# Benchmarks\n\n${intro}\n\n${targetSummary(results, reasons)}\n\n${results.map(markdownSection).join('\n')}`;
}

/** How many of the targets hold, and which do not, with the reason. */
function targetSummary(results: readonly AreaResult[], reasons: Reasons): string {
  const demanded = results.flatMap(({ area, targets }) =>
    targets.filter(({ isGoal }) => !isGoal).map((target) => ({ area, ...target })),
  );
  const missed = demanded.filter(({ holds }) => !holds);
  const count = `${demanded.length - missed.length} of ${demanded.length} targets hold`;
  if (missed.length === 0) return `**${count}.**`;
  const lines = missed.map((target) => {
    const measured = `${quantity(target.value, target)} where ${boundText(target.bound, target)} is asked`;
    return `- ${target.area}, ${target.title}: ${measured}. ${reasons(target.area, target.title) ?? 'The reason is not known yet.'}`;
  });
  return `**${count}.** These do not:\n\n${lines.join('\n')}`;
}

function markdownSection(result: AreaResult): string {
  const { area, title, date, command, machine, rounds, notes } = result;
  const figures = [['Case', 'Figure', 'Median', 'Lowest … highest'], ...figureRows(result)];
  const targets = [['Target', 'Measured', 'Bound', ''], ...targetRows(result)];
  const about = `${date.slice(0, 10)} · \`${command}\` · ${rounds} rounds · ${machineText(machine)}`;
  const parts = [
    about,
    markdownTable(figures),
    markdownTable(targets),
    notes.map((note) => `- ${note}`).join('\n'),
  ];
  return `## ${area}: ${title}\n\n${parts.join('\n\n')}\n`;
}

function machineText({ cores, processor, platform, node }: Machine): string {
  return `${cores} cores, ${processor}, ${platform}, Node ${node}`;
}

function markdownTable([head = [], ...body]: readonly Row[]): string {
  const line = (row: Row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}
