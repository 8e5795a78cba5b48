import { type ProfileClause, profileTable } from '#shared/oauth/profiles/index.ts';
import { namedProfiles } from '#shared/workspace/index.ts';
import { code, made, table } from './markdown.ts';

function listed(names: readonly string[], otherwise = '–'): string {
  return names.length === 0 ? otherwise : names.map(code).join(', ');
}

function rowOf({ title, clause, kind, settings, members, steps, cases, unproven }: ProfileClause) {
  const named = kind === 'client' || settings.length > 0 ? settings : [];
  return [
    title,
    clause,
    listed([...named, ...members]),
    listed(steps),
    cases.length === 0 ? `– ${unproven ?? ''}` : cases.join(', '),
  ];
}

/** The rules of every profile, with where each is set, what enforces it, and what shows that it is missed. */
export function profilesPage(): string {
  const head = [
    'Rule',
    'Clause',
    'Settings and members',
    'Steps that enforce it',
    'Cases that do not pass without it',
  ];
  const parts = namedProfiles.map((id) => {
    const { title, document, clauses } = profileTable[id];
    return `## ${title}\n\nProfile ${code(id)}: ${document}.\n\n${table(head, clauses.map(rowOf))}`;
  });
  return `# Profiles of the authorization server

${made}

How a profile is chosen, and where the rules are shown: [guide](../guides/authorization-server.md#profiles).

${parts.join('\n\n')}
`;
}
