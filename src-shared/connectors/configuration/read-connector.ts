import { isJsonObject, type JsonPath, toPointer } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { isReference, substituteVariables, type Variables } from '../../workspace/variables.ts';
import type { ConnectorProblem } from '../types.ts';
import { type ConnectorDocument, envelopeSchema } from './envelope.ts';
import { guardedProperties } from './properties.ts';
import { problemAt } from './report.ts';
import { type HostFacts, ruleProblems } from './rules/index.ts';
import { schemaProblems } from './schema-problems.ts';
import { unknownMembers } from './unknown-members.ts';

/** Options for reading a document. */
export interface ReadOptions {
  /** The values of `&{name}`. */
  readonly variables?: Variables;
  /** The host in which the connector is to run. */
  readonly host?: HostFacts;
}

/** A document as far as it could be read. */
export interface ReadConnector {
  /** Null where something in it is an error. */
  readonly connector: ConnectorDocument | null;
  /** The document without its invalid parts: enough for a preview. Null where nothing is left. */
  readonly partial: ConnectorDocument | null;
  /** In the order of the document. */
  readonly problems: readonly ConnectorProblem[];
}

/**
 * Reads the host's document of a connector, and reports its problems with their locations. Spec 2 §A.1, §A.2
 */
export function readConnector(
  document: JsonValue,
  { variables = {}, host }: ReadOptions = {},
): ReadConnector {
  const { value, unknown } = substituteVariables(document, variables, isSecretPlace);
  const unknownVariables = unknown.map(({ name, path }) =>
    problemAt(
      path,
      'workspace.unknown-variable',
      'error',
      `The variable ${name} is not defined.`,
      `Add ${name} to the variables of the active environment. To write a literal &{, use &&{.`,
    ),
  );
  const parsed = envelopeSchema.safeParse(value);
  const wrong = parsed.success ? [] : schemaProblems(parsed.error.issues, value);
  const whole = parsed.success ? parsed.data : null;
  const partial =
    whole ??
    readPart(
      value,
      wrong.map(({ pointer }) => pointer),
    );
  const problems = [
    ...unknownVariables,
    ...wrong,
    ...unknownMembers(envelopeSchema, value).map(toProblem),
    ...(partial === null ? [] : ruleProblems(partial, value, host)),
  ];
  const told = inOrder(onePerPlace(problems), value);
  return {
    connector: told.some(({ severity }) => severity === 'error') ? null : whole,
    partial,
    problems: told,
  };
}

/** A secret by its name; variables within a text or a structure are filled in like all others. */
function isSecretPlace(path: JsonPath, text: string): boolean {
  const isGuarded = path.length === 2 && guardedProperties.some((name) => name === path[1]);
  return path[0] === 'configurationProperties' && isGuarded && isReference(text);
}

function toProblem({ path, name, nearest }: ReturnType<typeof unknownMembers>[number]): ConnectorProblem {
  return problemAt(
    path,
    'connector.unknown-member',
    'warning',
    `${name} is not used.`,
    nearest === null ? 'Remove it, or keep it for the product.' : `Did you mean ${nearest}?`,
  );
}

/** Parts that can be left out by themselves. */
const separable = [
  /^\/configurationProperties\/objectTypes\/[^/]+\/operations\/[^/]+\/pagination/,
  /^\/configurationProperties\/objectTypes\/[^/]+\/operations\/[^/]+/,
  /^\/configurationProperties\/objectTypes\/[^/]+\/(?:exceptions|filters|schema)\/[^/]+/,
  /^\/configurationProperties\/objectTypes\/[^/]+/,
  /^\/configurationProperties\/[^/]+/,
  /^\/[^/]+/,
];

/** Removes the invalid parts, and more around them if that does not help. */
function readPart(document: JsonValue, pointers: readonly string[]): ConnectorDocument | null {
  for (let widening = 0; widening < separable.length; widening += 1) {
    const cut = new Set(
      pointers.map((pointer) => {
        const parts = separable.flatMap((pattern) => pattern.exec(pointer)?.[0] ?? []);
        return parts[Math.min(widening, parts.length - 1)] ?? '';
      }),
    );
    const parsed = envelopeSchema.safeParse(without(document, cut, []));
    if (parsed.success) return parsed.data;
  }
  return null;
}

function without(value: JsonValue, cut: ReadonlySet<string>, path: JsonPath): JsonValue {
  const isKept = (step: string | number) => !cut.has(toPointer([...path, step]));
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      isKept(index) ? [without(item, cut, [...path, index])] : [],
    );
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isKept(name) ? [[name, without(member, cut, [...path, name])]] : [],
    ),
  );
}

/** A problem in a text that names an unknown variable is caused by that variable. */
function onePerPlace(problems: readonly ConnectorProblem[]): readonly ConnectorProblem[] {
  const blamed = new Set(
    problems.filter(({ code }) => code === 'workspace.unknown-variable').map(({ pointer }) => pointer),
  );
  return problems.filter(
    ({ code, pointer }) => code === 'workspace.unknown-variable' || !blamed.has(pointer),
  );
}

function inOrder(problems: readonly ConnectorProblem[], document: JsonValue): readonly ConnectorProblem[] {
  const places = new Map<string, number>();
  const visit = (value: JsonValue, path: JsonPath) => {
    places.set(toPointer(path), places.size);
    if (Array.isArray(value)) value.forEach((item: JsonValue, index) => visit(item, [...path, index]));
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
  };
  visit(document, []);
  // A missing member is located at the object that lacks it.
  const placeOf = (pointer: string): number =>
    places.get(pointer) ?? (pointer === '' ? 0 : placeOf(pointer.slice(0, pointer.lastIndexOf('/'))));
  return problems.toSorted((a, b) => placeOf(a.pointer) - placeOf(b.pointer));
}
