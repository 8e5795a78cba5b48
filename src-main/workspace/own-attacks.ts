import { type AttackCase, casePath, casesOf, ownAttackFileSchema } from '#shared/attacks/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { valueAt, workspaceFileAt } from '#shared/workspace/index.ts';
import { type JsonDocument, locate } from './json-file.ts';
import type { Workspace } from './workspace.ts';

/** The cases of one file whose ids nobody else has. */
export interface OwnAttacks {
  /** Path below the workspace, or as it was given. */
  readonly file: string;
  readonly title: string;
  readonly cases: readonly AttackCase[];
}

/** Cases of a workspace, and what is wrong with their ids. */
export interface FoundAttacks {
  readonly groups: readonly OwnAttacks[];
  readonly problems: readonly Problem[];
}

/** Reads the cases in documents; an id that the catalogue or an earlier case has is a problem, and its case left out. */
export function findAttacks(documents: readonly JsonDocument[], builtIn: ReadonlySet<string>): FoundAttacks {
  const taken = new Map([...builtIn].map((id) => [id, 'the catalogue']));
  const problems: Problem[] = [];
  const groups = documents.flatMap((document) => {
    const parsed = ownAttackFileSchema.safeParse(document.value);
    if (!parsed.success) return [];
    const cases = casesOf(parsed.data).filter(({ id }, index) => {
      const holder = taken.get(id);
      if (holder === undefined) taken.set(id, document.file);
      else problems.push(takenProblem(document, [...casePath(parsed.data, index), 'id'], id, holder));
      return holder === undefined;
    });
    return [{ file: document.file, title: titleOf(document), cases }];
  });
  return { groups, problems };
}

/** Follows the cases of a workspace; read again only when something changed. */
export function createOwnAttacks(
  workspace: Pick<Workspace, 'files' | 'revision'>,
  builtIn: () => ReadonlySet<string>,
): () => FoundAttacks {
  let known: { readonly revision: number; readonly found: FoundAttacks } | null = null;
  return () => {
    const { revision } = workspace;
    if (known?.revision !== revision) known = { revision, found: readAll(workspace, builtIn) };
    return known.found;
  };
}

/** The catalogue is read only where there are cases beside it. */
function readAll({ files }: Pick<Workspace, 'files'>, builtIn: () => ReadonlySet<string>): FoundAttacks {
  const documents = files.flatMap(({ kind, document }) =>
    kind === 'attack' && document !== null ? [document] : [],
  );
  return documents.length === 0 ? { groups: [], problems: [] } : findAttacks(documents, builtIn());
}

function titleOf({ file, value }: JsonDocument): string {
  const title = valueAt(value, ['title']);
  return typeof title === 'string' ? title : (workspaceFileAt(file)?.name ?? file);
}

function takenProblem(
  document: JsonDocument,
  path: readonly (string | number)[],
  id: string,
  holder: string,
): Problem {
  return new GatehouseError('attack.case-taken', `${document.file}: ${holder} already has a case ${id}.`, {
    fix: 'Give this case another id of two capital letters and two digits. Until then, Gatehouse ignores the case.',
    location: locate(document, path),
  }).toProblem();
}
