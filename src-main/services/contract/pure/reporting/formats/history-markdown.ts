import type { ContractEntry } from '#shared/contract/history.ts';
import { escapeMarkdown as md } from '#shared/reports/escape.ts';

function named(heading: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`- ${heading}: ${ids.map(md).join(', ')}`];
}

function entryLines(entry: ContractEntry): readonly string[] {
  const { date, title, text, kind, area, breaking, resources, endpoints, rules, links } = entry;
  return [
    '',
    `### ${date} ${md(title)}`,
    '',
    md(text),
    '',
    `- ${kind}, ${md(area)}, ${md(breaking)}`,
    ...named('Resources', resources),
    ...named('Endpoints', endpoints),
    ...named('Rules', rules),
    ...named(
      'See also',
      links.map(({ relation, entry: id }) => `${id} (${relation})`),
    ),
  ];
}

/** Entries of the history as a changelog, a section a year. */
export function historyMarkdown(entries: readonly ContractEntry[]): string {
  const years = Map.groupBy(entries, ({ date }) => date.slice(0, 4));
  const sections = [...years].flatMap(([year, ofYear]) => ['', `## ${year}`, ...ofYear.flatMap(entryLines)]);
  return `${['# History of the contract', ...sections].join('\n')}\n`;
}
