import type { Problem } from '#shared/errors/index.ts';
import { type JsonValue, toPointer, valueAt } from '#shared/workspace/index.ts';
import { maskedSecret } from '#shared/workspace/masked-secret.ts';
import { duplicate, identifierIn, misnamed } from './entity-names.ts';
import { interpretedValue } from './interpret.ts';
import { type JsonDocument, parseJsonDocument, schemaProblems } from './json-file.ts';
import { findAttacks } from './own-attacks.ts';
import { secretProblems } from './secret-problems.ts';
import type { Workspace } from './workspace.ts';
import { requireWorkspaceFile } from './workspace-file.ts';

/** Problems that keep a text from being saved, and others that are doubtful about it. */
export interface CheckedText {
  readonly blocking: readonly Problem[];
  readonly others: readonly Problem[];
}

/**
 * Returns the problems that a text would have if the file contained it.
 * @throws workspace.outside
 */
export function checkText(workspace: Workspace, file: string, text: string): CheckedText {
  const { kind, schema } = requireWorkspaceFile(file).format;
  const parsed = parseJsonDocument(text, file);
  if ('problem' in parsed) return { blocking: [parsed.problem], others: [] };
  const document = parsed.value;
  const { value, problems: unknown } = interpretedValue(document, kind, workspace.variables);
  const isExplained = ({ location }: Problem) =>
    unknown.some((problem) => problem.location?.pointer === location?.pointer);
  return {
    blocking: schemaProblems(document, schema, value).filter((problem) => !isExplained(problem)),
    others: [...unknown, ...nameProblems(workspace, document), ...ofSecrets(workspace, document, kind)],
  };
}

function ofSecrets(
  { secretSource }: Workspace,
  document: JsonDocument,
  kind: Parameters<typeof secretProblems>[0],
): readonly Problem[] {
  const masked = maskedPointers(document.value);
  return secretProblems(kind, document, secretSource.of(document.file), 'notice').filter(
    ({ location }) => !masked.has(location?.pointer ?? ''),
  );
}

function maskedPointers(value: JsonValue, path: readonly (string | number)[] = []): ReadonlySet<string> {
  if (value === maskedSecret) return new Set([toPointer(path)]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.keys(value).flatMap((name) => [
      ...maskedPointers(valueAt(value, [name]) ?? null, [...path, name]),
    ]),
  );
}

function nameProblems({ files }: Workspace, { file, value }: JsonDocument): readonly Problem[] {
  const { kind } = requireWorkspaceFile(file).format;
  const identifier = identifierIn(kind, value);
  if (identifier === null) return [];
  const other = files.find(
    (candidate) =>
      candidate.kind === kind &&
      candidate.file !== file &&
      candidate.document !== null &&
      identifierIn(kind, candidate.document.value) === identifier,
  );
  const warning = misnamed(file, identifier);
  return [
    ...(warning === null ? [] : [warning]),
    ...(other === undefined ? [] : [duplicate(file, other.file, identifier)]),
  ];
}

/** Problems with the ids of the attack cases in a text: another file, or the catalogue, has them already. */
export function caseProblems(
  { files }: Workspace,
  file: string,
  text: string,
  builtIn: () => ReadonlySet<string>,
): readonly Problem[] {
  if (requireWorkspaceFile(file).format.kind !== 'attack') return [];
  const parsed = parseJsonDocument(text, file);
  if ('problem' in parsed) return [];
  const others = files.flatMap(({ kind, document }) =>
    kind === 'attack' && document !== null && document.file !== file ? [document] : [],
  );
  const { problems } = findAttacks([...others, parsed.value], builtIn());
  return problems.filter(({ location }) => location?.file === file);
}
