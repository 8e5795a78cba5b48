import type { ForeignUse, Secret } from '#shared/api/index.ts';
import { toPointer } from '#shared/workspace/index.ts';
import type { SecretGrants } from './secret-grants.ts';
import { consumerOf } from './secret-grants.ts';
import { mappedSecrets, secretsNamedIn } from './secret-uses.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';

/** The secrets that are stored, and those that files name and nobody has stored, in the order of their names. */
export function listSecrets(workspace: Workspace, secrets: SecretStore): readonly Secret[] {
  const { files, secretSource } = workspace;
  const places = new Map<string, string[]>();
  const users = new Map<string, Set<string>>();
  for (const listed of files) {
    const named = secretsNamedIn(listed).map(({ name, path }) => ({
      name: secretSource.storedName(name),
      path,
    }));
    for (const { name } of named)
      users.set(name, (users.get(name) ?? new Set()).add(consumerOf(listed.file)));
    for (const { name, path } of [...named, ...mappedSecrets(listed)])
      places.set(name, [...(places.get(name) ?? []), `${listed.file} ${toPointer(path)}`]);
  }
  const stored = new Set(secrets.names());
  const others = othersOf(secrets.grants, (file, name) => secretSource.of(file).isPermitted(name));
  return [...new Set([...stored, ...places.keys()])].toSorted().map((name) => ({
    name,
    isStored: stored.has(name),
    usedBy: places.get(name) ?? [],
    owners: [...(secrets.grants.owners(name) ?? [])],
    others: stored.has(name) ? others(name, users.get(name) ?? new Set()) : [],
  }));
}

/** Returns the files that use a secret besides its owners, or were told that they may or may not. */
function othersOf(grants: SecretGrants, isPermitted: (file: string, name: string) => boolean) {
  const answered = Map.groupBy(grants.allowances(), ({ name }) => name);
  return (name: string, users: ReadonlySet<string>): ForeignUse[] => {
    const said = answered.get(name) ?? [];
    const undecided = [...users].filter((file) => grants.standing({ file, name }) === 'foreign');
    return [
      ...said
        .filter(({ file }) => grants.standing({ file, name }) !== 'own')
        .map(({ file, answer }): ForeignUse => ({ file, standing: answer })),
      // Uses that the rule itself lets through, such as a target that is the hosted server, are no question.
      ...undecided
        .filter((file) => !isPermitted(file, name))
        .map((file): ForeignUse => ({ file, standing: 'foreign' })),
    ];
  };
}
