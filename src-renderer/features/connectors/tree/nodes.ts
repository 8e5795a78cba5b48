import { type OperationName, operationNames } from '#shared/connectors/configuration/index.ts';
import type { ConnectorProblem } from '#shared/connectors/types.ts';
import { fromPointer, isJsonObject, type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A part of a connector's document that is edited by itself. */
export type StudioNode =
  | { readonly kind: 'system' | 'connection' | 'authentication' }
  | { readonly kind: 'type' | 'schema' | 'pagination' | 'exceptions' | 'filters'; readonly type: string }
  | { readonly kind: 'operation'; readonly type: string; readonly operation: OperationName };

export interface TreeLine {
  readonly id: string;
  readonly node: StudioNode;
  readonly depth: 0 | 1;
  /** True if the document contains this part. */
  readonly isPresent: boolean;
}

const propertiesPath: JsonPath = ['configurationProperties'];
const typesPath: JsonPath = [...propertiesPath, 'objectTypes'];

/** Stable name of a node, also in addresses. */
export function nodeId(node: StudioNode): string {
  if (!('type' in node)) return node.kind;
  return node.kind === 'operation' ? `${node.type}/${node.operation}` : `${node.type}/${node.kind}`;
}

/** Location of the part in the document. */
export function nodePath(node: StudioNode): JsonPath {
  if (!('type' in node)) return node.kind === 'system' ? [] : propertiesPath;
  const type = [...typesPath, node.type];
  if (node.kind === 'operation') return [...type, 'operations', node.operation];
  if (node.kind === 'pagination') return [...type, 'operations', 'QUERY', 'pagination'];
  return node.kind === 'type' ? type : [...type, node.kind];
}

/** Names of the object classes of a document. */
export function objectTypesOf(document: JsonValue | undefined): readonly string[] {
  const types = valueAt(document, typesPath);
  return isJsonObject(types) ? Object.keys(types) : [];
}

function isFilled(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}

function linesOfType(document: JsonValue | undefined, type: string): readonly TreeLine[] {
  const nodes: readonly StudioNode[] = [
    { kind: 'schema', type },
    ...operationNames.flatMap((operation): readonly StudioNode[] => [
      { kind: 'operation', type, operation },
      ...(operation === 'QUERY' ? [{ kind: 'pagination', type } as const] : []),
    ]),
    { kind: 'exceptions', type },
    { kind: 'filters', type },
  ];
  return [
    { id: nodeId({ kind: 'type', type }), node: { kind: 'type', type }, depth: 0, isPresent: true },
    ...nodes.map((node) => ({
      id: nodeId(node),
      node,
      depth: 1 as const,
      isPresent: isFilled(valueAt(document, nodePath(node))),
    })),
  ];
}

/** The lines of the tree, in the order in which a connector is configured. */
export function linesOf(document: JsonValue | undefined): readonly TreeLine[] {
  const general = (['system', 'connection', 'authentication'] as const).map((kind) => ({
    id: kind,
    node: { kind },
    depth: 0 as const,
    isPresent: true,
  }));
  return [...general, ...objectTypesOf(document).flatMap((type) => linesOfType(document, type))];
}

const authenticationMember =
  /^(?:authenticationMethod|login|password|authToken|authorizationTokenPrefix|tokenEndpoint|clientId|clientSecret|grantType|refreshToken|scope|useBasicAuthForOauthTokenNeg|clientCredentialsInForm|jwt\w*|keyAlgorithm)$/;

/** The part in which a place of the document is edited. */
export function nodeAt(pointer: string): StudioNode {
  const [first, second, type, part, member, fourth] = fromPointer(pointer) ?? [];
  if (first !== 'configurationProperties') return { kind: 'system' };
  if (second !== 'objectTypes' || type === undefined)
    return { kind: authenticationMember.test(second ?? '') ? 'authentication' : 'connection' };
  if (part === 'schema' || part === 'exceptions' || part === 'filters') return { kind: part, type };
  if (part === 'attrToGetKey') return { kind: 'filters', type };
  const operation = operationNames.find((name) => name === member);
  if (part !== 'operations' || operation === undefined) return { kind: 'type', type };
  if (operation === 'QUERY' && fourth === 'pagination') return { kind: 'pagination', type };
  return { kind: 'operation', type, operation };
}

/** The gravest problem of each part, by the names of the parts. */
export function gravestByNode(
  problems: readonly ConnectorProblem[],
): ReadonlyMap<string, ConnectorProblem['severity']> {
  const order = ['notice', 'warning', 'error'] as const;
  const found = new Map<string, ConnectorProblem['severity']>();
  for (const { pointer, severity } of problems) {
    const id = nodeId(nodeAt(pointer));
    const known = found.get(id);
    if (known === undefined || order.indexOf(severity) > order.indexOf(known)) found.set(id, severity);
  }
  return found;
}
