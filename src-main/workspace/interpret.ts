import type { z } from 'zod';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import {
  type EnvironmentFile,
  environmentFileSchema,
  fromPointer,
  type JsonPath,
  type JsonValue,
  type Manifest,
  manifestSchema,
  overlayJson,
  secretPaths,
  substituteVariables,
  toPointer,
  type UnknownVariable,
  type Variables,
  valueAt,
  type WorkspaceFileKind,
  type WorkspaceFormat,
} from '#shared/workspace/index.ts';
import { checkDocument, type JsonDocument, locate } from './json-file.ts';
import type { Interpretation } from './live-file.ts';

/** The environment in force. */
export interface ActiveEnvironment {
  readonly name: string;
  readonly document: JsonDocument;
  readonly value: EnvironmentFile;
}

/** Reads a file whose texts may name variables of the environment in force. */
export function interpretFile<Schema extends z.ZodType>(
  document: JsonDocument,
  format: WorkspaceFormat & { readonly schema: Schema },
  environment: ActiveEnvironment | null,
): Interpretation<z.output<Schema>> {
  const { value, problems } = fillIn(document, format.kind, environment?.value.variables ?? {});
  return checkFilled(document, format.schema, value, problems);
}

/** Reads an environment; its texts may name its own variables. */
export function interpretEnvironment(document: JsonDocument): Interpretation<EnvironmentFile> {
  const plain = checkDocument(document, environmentFileSchema.pick({ variables: true }));
  if ('problem' in plain) return plain;
  const { value, problems } = fillIn(document, 'environment', plain.value.variables);
  return checkFilled(document, environmentFileSchema, value, problems);
}

/** Reads the manifest with the environment in force laid over it. */
export function interpretManifest(
  document: JsonDocument,
  environment: ActiveEnvironment | null,
): Interpretation<Manifest> {
  const variables = environment?.value.variables ?? {};
  const { value, problems } = fillIn(document, 'manifest', variables);
  if (environment === null) return checkFilled(document, manifestSchema, value, problems);
  const over = overlayOf(environment);
  const merged = overlayJson(value, over) ?? value;
  const parsed = manifestSchema.safeParse(merged);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  // Faults of the overlay are reported for its file; those that it hides in the manifest do not matter.
  const isOverlaid = issue !== undefined && comesFrom(over, value, stringSteps(issue.path));
  const blamed = isOverlaid ? environment.document : document;
  const hidden = problems.filter(({ location }) => !isHidden(over, location?.pointer));
  return checkFilled(blamed, manifestSchema, merged, hidden);
}

/** Documents whose readers fill variables in themselves: they know of more of them, or of none. */
export const documentKinds = [
  'attack',
  'connector',
  'platform',
  'recording',
  'route',
  'traffic',
  'contract',
] as const satisfies readonly WorkspaceFileKind[];
const areDocuments: ReadonlySet<WorkspaceFileKind> = new Set(documentKinds);

/** The value of a document with its variables filled in, and those among them that are not known. */
export function interpretedValue(
  document: JsonDocument,
  kind: WorkspaceFileKind,
  variables: Variables,
): { readonly value: JsonValue; readonly problems: readonly Problem[] } {
  if (areDocuments.has(kind)) return { value: document.value, problems: [] };
  if (kind !== 'environment') return fillIn(document, kind, variables);
  const own = checkDocument(document, environmentFileSchema.pick({ variables: true }));
  return fillIn(document, kind, 'value' in own ? own.value.variables : {});
}

/** The members of the manifest that an environment replaces, with its variables filled in. */
export function overlayOf({ document, value: { variables } }: ActiveEnvironment): JsonValue {
  const members = ['services', 'network'].flatMap((name) => {
    const member = valueAt(document.value, [name]);
    return member === undefined ? [] : [[name, member] as const];
  });
  const isSecret = secretTest('environment', document.value);
  return substituteVariables(Object.fromEntries(members), variables, isSecret).value;
}

/** Tests whether a member of the merged document is the overlay's, or lacking in an object that is. */
function comesFrom(over: JsonValue, base: JsonValue, path: JsonPath): boolean {
  if (path.length === 0) return false;
  if (valueAt(over, path) !== undefined) return true;
  return (
    valueAt(base, path) === undefined && path.length > 1 && valueAt(over, path.slice(0, -1)) !== undefined
  );
}

function isHidden(over: JsonValue, pointer: string | undefined): boolean {
  const path = fromPointer(pointer ?? '') ?? [];
  return path.length > 0 && valueAt(over, path) !== undefined;
}

function stringSteps(path: readonly PropertyKey[]): JsonPath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function fillIn(
  document: JsonDocument,
  kind: WorkspaceFileKind,
  variables: Variables,
): { readonly value: JsonValue; readonly problems: readonly Problem[] } {
  if (!document.text.includes('&{')) return { value: document.value, problems: [] };
  const filled = substituteVariables(document.value, variables, secretTest(kind, document.value));
  return {
    value: filled.value,
    problems: filled.unknown.map((unknown) => unknownVariable(document, unknown)),
  };
}

function secretTest(kind: WorkspaceFileKind, value: JsonValue): (path: JsonPath) => boolean {
  const places = new Set(secretPaths(kind, value).map(toPointer));
  return (path) => places.has(toPointer(path));
}

/** A variable that is not known is the cause of what its place then is not. */
function checkFilled<Schema extends z.ZodType>(
  document: JsonDocument,
  schema: Schema,
  value: JsonValue,
  problems: readonly Problem[],
): Interpretation<z.output<Schema>> {
  const checked = checkDocument(document, schema, value);
  if ('value' in checked) return { value: checked.value, problems };
  const cause = problems.find(({ location }) => location?.pointer === checked.problem.location?.pointer);
  return { problem: cause ?? checked.problem };
}

function unknownVariable(document: JsonDocument, { name, path }: UnknownVariable): Problem {
  return new GatehouseError(
    'workspace.unknown-variable',
    `${document.file} names the variable ${name}, which the active environment does not define.`,
    {
      fix: `Add ${name} to the variables of the environment, or choose another environment. To write a literal &{, use &&{.`,
      location: locate(document, path),
    },
  ).toProblem();
}
