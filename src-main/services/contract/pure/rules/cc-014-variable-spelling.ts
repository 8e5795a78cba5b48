import type { RuleFinding } from '#shared/contract/rule.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import { expressionsIn } from './parts/expressions.ts';
import { resourceRule } from './parts/forms.ts';
import { quoted, textsIn } from './parts/json-walk.ts';

export const variableSpelling = resourceRule({
  id: 'CC-014',
  title: 'Variables of a content differ only in case',
  date: '2020-12-03',
  entries: ['2020-12-03-case-insensitive-variables'],
  severity: 'warning',
  source: 'spec',
  detection: 'A notification content with two variables that differ only in case.',
  replacement: 'Use one spelling. Both have the same value.',
  hasFix: true,
  resources: ['notification-template-content'],
  check({ value, in: side }) {
    if (side === 'response') return [];
    const findings: RuleFinding[] = [];
    const spelling = new Map<string, string>();
    const said = new Set<string>();
    for (const { path, text } of textsIn(value))
      for (const { text: written, name } of expressionsIn(text)) {
        const first = spelling.get(name.toLowerCase());
        if (first === undefined) spelling.set(name.toLowerCase(), name);
        else if (first !== name && !said.has(`${written} ${path.join('/')}`)) {
          said.add(`${written} ${path.join('/')}`);
          findings.push(findingOf(path, { name, first, written }));
        }
      }
    return findings;
  },
});

function findingOf(
  path: JsonPath,
  { name, first, written }: { readonly name: string; readonly first: string; readonly written: string },
): RuleFinding {
  const part = { part: 'body', path } as const;
  return {
    part,
    message: `The variables ${quoted(first)} and ${quoted(name)} are the same variable.`,
    subject: `variable ${first.slice(0, 60)}`,
    fix: {
      title: `Replace with ${first}`,
      changes: [{ kind: 'replace', of: part, from: written, to: written.replace(name, first) }],
    },
  };
}
