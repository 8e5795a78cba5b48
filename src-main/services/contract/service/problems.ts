import type { LintFinding } from '#shared/contract/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

const severities = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** A finding as a problem of the workspace, with what can be done about it. */
export function findingProblem(finding: LintFinding): Problem {
  const { id, severity, message, replacement, location, date, title, key, fix, entries } = finding;
  const { file, line, column, pointer } = location;
  const entry = entries[0];
  return {
    code: id,
    severity: severities[severity],
    message,
    cause: date === null ? title : `${title} (${date})`,
    fix: replacement,
    location: {
      file,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      ...(pointer === undefined ? {} : { pointer }),
    },
    actions: [
      ...(fix === null
        ? []
        : [
            {
              kind: 'fix-finding' as const,
              key,
              title: fix.title,
              edits: fix.edits.map(({ at, length, text }) => ({ at, length, text })),
            },
          ]),
      { kind: 'open-contract' as const, entry: entry ?? '', rule: id },
    ],
  };
}
