import type { JsonValue } from '../../workspace/three-way.ts';
import { usualConnectorRef } from '../configuration/versions.ts';
import type { OperationName } from '../configuration/vocabulary.ts';
import type { JsonObject } from '../types.ts';
import type { DraftAttribute } from './attributes.ts';
import { authenticationOf, type DraftAuthentication } from './authentication.ts';
import { type DraftPaging, paginationOf } from './paging.ts';
import { everyElement, pathOf, type Segments } from './segments.ts';

/** Objects of one kind as a remote offers them. */
export interface DraftResource {
  /** Object class, such as `__ACCOUNT__`. */
  readonly objectType: string;
  /** Path of the list, below the base URL; it creates, too. */
  readonly collectionPath: string;
  /** Path of one object, with `{uid}` in it. */
  readonly itemPath: string;
  /** Methods by operation; an operation that is not there the remote does not have. */
  readonly methods: Readonly<Partial<Record<OperationName, string>>>;
  /** Way to the list in the answer to QUERY. */
  readonly listRoot: Segments;
  /** Way to the object in the answer to GET, CREATE and UPDATE. */
  readonly itemRoot: Segments;
  /** Way to the object in the body of CREATE and UPDATE. */
  readonly bodyRoot: Segments;
  /** Further content of every body of CREATE and UPDATE; null: none. */
  readonly bodyTemplate: JsonObject | null;
  readonly idWay: Segments;
  readonly nameWay: Segments;
  readonly attributes: readonly DraftAttribute[];
  readonly paging: DraftPaging;
}

/** The input from which a configuration is drafted. */
export interface DraftInput {
  /** Name of the system. */
  readonly name: string;
  readonly serviceUri: string;
  readonly authentication: DraftAuthentication;
  readonly resources: readonly DraftResource[];
  readonly filters: JsonObject | null;
}

function readMapping(attributes: readonly DraftAttribute[], root: Segments): JsonObject {
  const readable = attributes.filter(({ flags }) => !flags.includes('NOT_READABLE'));
  return Object.fromEntries(readable.map(({ name, segments }) => [name, pathOf([...root, ...segments])]));
}

/** QUERY maps each element of the list; a list under a key is descended into. Spec 2 §A.2 */
function queryMapping({ attributes, listRoot }: DraftResource): JsonObject {
  const mapping = readMapping(attributes, []);
  return listRoot.length === 0 ? mapping : { [pathOf(listRoot)]: mapping };
}

function writeOperation(resource: DraftResource, operation: 'CREATE' | 'UPDATE', method: string): JsonObject {
  const { attributes, bodyRoot, itemRoot, idWay } = resource;
  const left = operation === 'CREATE' ? 'NOT_CREATABLE' : 'NOT_UPDATEABLE';
  const written = attributes.filter(({ flags }) => !flags.includes(left));
  const target = ({ segments }: DraftAttribute): Segments => {
    const at = segments.indexOf(everyElement);
    return [...bodyRoot, ...(at < 0 ? segments : segments.slice(0, at))];
  };
  // `emails[*].value` is read as a list of texts, and written as a list of objects with one member each.
  const unflattened = written.filter(({ segments }) => segments.includes(everyElement));
  const member = ({ segments }: DraftAttribute) => segments.at(-1) ?? '';
  return {
    path: operation === 'CREATE' ? resource.collectionPath : resource.itemPath,
    method,
    idPath: pathOf([...itemRoot, ...idWay]),
    ...(operation === 'UPDATE' && method === 'PUT' ? sendAllOf(resource) : {}),
    ...(resource.bodyTemplate === null ? {} : { requestBody: resource.bodyTemplate }),
    requestMapping: Object.fromEntries(
      written.map((attribute) => [attribute.name, pathOf(target(attribute))]),
    ),
    ...(unflattened.length === 0
      ? {}
      : {
          unflattenAttributes: unflattened.map((attribute) => ({
            attributeName: attribute.name,
            attributeValue: member(attribute),
          })),
        }),
  };
}

/** A PUT replaces the object, so that it is read before and written whole where GET reads it in the same shape. */
function sendAllOf({ methods, itemRoot, bodyRoot }: DraftResource): JsonObject {
  if (methods.GET === undefined) return {};
  const length = itemRoot.length - bodyRoot.length;
  const isPart = length >= 0 && bodyRoot.every((step, index) => itemRoot[length + index] === step);
  if (!isPart) return {};
  return { sendAll: length === 0 ? true : { from: pathOf(itemRoot.slice(0, length)) } };
}

function operationsOf(resource: DraftResource): JsonObject {
  const { methods, itemPath, collectionPath, itemRoot, idWay, nameWay } = resource;
  const operations: Record<string, JsonValue> = {};
  if (methods.GET !== undefined)
    operations['GET'] = {
      path: itemPath,
      method: methods.GET,
      idPath: pathOf([...itemRoot, ...idWay]),
      namePath: pathOf([...itemRoot, ...nameWay]),
      responseMapping: readMapping(resource.attributes, itemRoot),
    };
  if (methods.QUERY !== undefined) {
    const pagination = paginationOf(resource.paging);
    operations['QUERY'] = {
      path: collectionPath,
      method: methods.QUERY,
      idPath: pathOf(idWay),
      namePath: pathOf(nameWay),
      responseMapping: queryMapping(resource),
      ...(pagination === null ? {} : { pagination }),
    };
  }
  if (methods.CREATE !== undefined) operations['CREATE'] = writeOperation(resource, 'CREATE', methods.CREATE);
  if (methods.UPDATE !== undefined) operations['UPDATE'] = writeOperation(resource, 'UPDATE', methods.UPDATE);
  if (methods.DELETE !== undefined) operations['DELETE'] = { path: itemPath, method: methods.DELETE };
  return operations;
}

function objectTypeOf(resource: DraftResource, filters: JsonObject | null): JsonObject {
  return {
    schema: resource.attributes.map(({ name, type, flags }) => ({
      fieldName: name,
      type,
      flags: [...flags],
    })),
    operations: operationsOf(resource),
    exceptions: {},
    ...(filters === null ? {} : { filters }),
  };
}

/** The host's document of a drafted connector; secrets are left open. */
export function draftDocument({
  name,
  serviceUri,
  authentication,
  resources,
  filters,
}: DraftInput): JsonObject {
  return {
    name,
    enabled: true,
    connectorRef: usualConnectorRef,
    configurationProperties: {
      serviceUri,
      ...authenticationOf(authentication),
      objectTypes: Object.fromEntries(
        resources.map((resource) => [resource.objectType, objectTypeOf(resource, filters)]),
      ),
    },
  };
}
