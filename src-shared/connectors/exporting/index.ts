import { isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { readConnector } from '../configuration/read-connector.ts';
import { usualConnectorRef } from '../configuration/versions.ts';
import type { JsonObject } from '../types.ts';
import { shownTypes } from './shown-types.ts';

/** A member that the products ignore. */
export interface LostMember {
  readonly pointer: string;
  readonly message: string;
}

/** Differences between a document and what the products accept. */
export interface ExportGap {
  /**
   * Members that the products want and that the document lacks: its name, the connector it is for, and what the host
   * shows of its object types.
   */
  readonly lacking: JsonObject;
  /** Members that go beyond what the products document, as the checks of the document mark them. */
  readonly lost: readonly LostMember[];
}

/** Compares a document with what the products take. Spec 2 §A.1 */
export function exportGap(document: JsonValue, name: string): ExportGap {
  const { partial, problems } = readConnector(document);
  const wanted: JsonObject = {
    _id: `provisioner.openicf/${name}`,
    connectorRef: usualConnectorRef,
    objectTypes: shownTypes(partial?.configurationProperties.objectTypes ?? {}),
  };
  return {
    lacking: Object.fromEntries(
      Object.entries(wanted).filter(([member]) => (valueAt(document, [member]) ?? null) === null),
    ),
    lost: problems.flatMap(({ code, pointer, message }) =>
      code === 'connector.extension' ? [{ pointer, message }] : [],
    ),
  };
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
