import { isJsonObject, toPointer, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { readConnector } from '../configuration/read-connector.ts';
import { usualConnectorRef } from '../configuration/versions.ts';
import { lintObjectType } from '../lint/index.ts';
import type { JsonObject } from '../types.ts';
import { shownTypes } from './shown-types.ts';

/** Something of a document that the products leave unread. */
export interface LostMember {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Members that the products want of a document and that this one lacks: what it is called, which connector it is for,
 * and what the host shows of its object types. Spec 2 §A.1
 */
export function lackingMembers(document: JsonValue, name: string): JsonObject {
  const { partial } = readConnector(document);
  const wanted: JsonObject = {
    _id: `provisioner.openicf/${name}`,
    connectorRef: usualConnectorRef,
    objectTypes: shownTypes(partial?.configurationProperties.objectTypes ?? {}),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([member]) => (valueAt(document, [member]) ?? null) === null),
  );
}

/** Members that go beyond what the products document, as the checks of the document mark them. */
export function lostMembers(document: JsonValue): readonly LostMember[] {
  const { partial, problems } = readConnector(document);
  const types = Object.entries(partial?.configurationProperties.objectTypes ?? {});
  const inTypes = types.flatMap(([type, config]) =>
    lintObjectType(config).map((problem) => ({
      ...problem,
      pointer: `${toPointer(['configurationProperties', 'objectTypes', type])}${problem.pointer}`,
    })),
  );
  return [...problems, ...inTypes].flatMap(({ code, pointer, message }) =>
    code === 'connector.extension' ? [{ pointer, message }] : [],
  );
}

/** Names of the variables that a document refers to by `&{name}`, each once. */
export function variablesIn(document: JsonValue): readonly string[] {
  const names = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (typeof value === 'string')
      for (const [, name] of value.matchAll(/&&\{|&\{([^{}]*)\}/g)) if (name !== undefined) names.add(name);
    if (Array.isArray(value)) value.forEach(visit);
    else if (isJsonObject(value)) Object.values(value).forEach(visit);
  };
  visit(document);
  return [...names];
}
