import type {
  DocumentFact,
  FactChange,
  FactOrigin,
  FactPart,
  RequestFact,
  ResourceFact,
} from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type ResourceKind, resourceKinds } from './resource-kinds.ts';
import { indexTemplates } from './templates.ts';

const byPath = indexTemplates(
  resourceKinds.flatMap((kind) => kind.templates.map((template) => [template, kind] as const)),
);
const byCollection: ReadonlyMap<string, ResourceKind> = new Map(
  resourceKinds.flatMap((kind) => (kind.collection === undefined ? [] : [[kind.collection, kind] as const])),
);
const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** Elements of one list that are looked at. */
const maxElements = 10_000;
/** Levels of lists in lists and documents in documents. */
const deepest = 4;

type Side = 'body' | 'response-body';

/** The resource that a request is about, by its path. */
export function resourceAt(segments: readonly string[]): ResourceKind | undefined {
  return byPath.find(segments)[0];
}

/** The resources in the body of a request to where `kind` is. */
export function resourcesOfRequest(fact: RequestFact, kind: ResourceKind): readonly ResourceFact[] {
  if (!writing.has(fact.method)) return [];
  const { method, isBodyTold: isWhole } = fact;
  const placed = listed(fact.body, []);
  // A body that is not known at all is one of which nothing is told.
  const all = placed.length === 0 && !isWhole ? [{ path: [], value: {} }] : placed;
  return all.flatMap((each) =>
    resourceFacts(fact, { ...each, kind, side: 'body', in: 'request', method, isWhole }),
  );
}

/** The resources in the answer to a request to where `kind` is. */
export function resourcesOfResponse(fact: RequestFact, kind: ResourceKind): readonly ResourceFact[] {
  if (fact.response === null || fact.response.status >= 400) return [];
  return listed(fact.response.body, []).flatMap((placed) =>
    resourceFacts(fact, {
      ...placed,
      kind,
      side: 'response-body',
      in: 'response',
      method: fact.method,
      isWhole: true,
    }),
  );
}

/** The resources in a document: by their own links, by the name of the list that they are in, or by their shape. */
export function resourcesOfDocument(fact: DocumentFact): readonly ResourceFact[] {
  return inDocument(fact.value, [], undefined, 0).flatMap((known) =>
    resourceFacts(fact, { ...known, side: 'body', in: 'document', method: null, isWhole: true }),
  );
}

interface Placed {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

/** A resource by itself, as elements of a list, or as HAL embeds it. */
function listed(body: JsonValue | undefined, path: JsonPath): readonly Placed[] {
  if (Array.isArray(body))
    return body
      .slice(0, maxElements)
      .flatMap((value, index) => (isJsonObject(value) ? [{ path: [...path, index], value }] : []));
  if (!isJsonObject(body)) return [];
  const embedded = body['_embedded'];
  if (!isJsonObject(embedded)) return [{ path, value: body }];
  return Object.entries(embedded).flatMap(([name, list]) =>
    Array.isArray(list) ? listed(list, [...path, '_embedded', name]) : [],
  );
}

interface Known extends Placed {
  readonly kind: ResourceKind;
}

function inDocument(
  value: JsonValue,
  path: JsonPath,
  told: ResourceKind | undefined,
  depth: number,
): readonly Known[] {
  if (depth > deepest) return [];
  if (Array.isArray(value))
    return value
      .slice(0, maxElements)
      .flatMap((each, index) => inDocument(each, [...path, index], told, depth + 1));
  if (!isJsonObject(value)) return [];
  const kind = told ?? kindOf(value);
  if (kind !== undefined) return [{ kind, path, value }];
  return Object.entries(value).flatMap(([name, each]) =>
    name === '_embedded' || name === 'data'
      ? inDocument(each, [...path, name], undefined, depth + 1)
      : Array.isArray(each) && byCollection.has(name)
        ? inDocument(each, [...path, name], byCollection.get(name), depth + 1)
        : [],
  );
}

function kindOf(value: Readonly<Record<string, JsonValue>>): ResourceKind | undefined {
  const links = value['_links'];
  const self = isJsonObject(links) ? links['self'] : undefined;
  const href = isJsonObject(self) ? self['href'] : undefined;
  // A page of a list links to itself as well.
  if (typeof href === 'string' && !isJsonObject(value['_embedded'])) {
    const kind = resourceAt(segmentsOf(href));
    if (kind !== undefined) return kind;
  }
  return resourceKinds.find(({ hasShape }) => hasShape?.(value) === true);
}

function segmentsOf(href: string): readonly string[] {
  const path = href.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const from = segments.indexOf('environments');
  return from < 0 ? segments : segments.slice(from);
}

interface Derived extends Placed {
  readonly kind: ResourceKind;
  readonly side: Side;
  readonly in: ResourceFact['in'];
  readonly method: string | null;
  readonly isWhole: boolean;
}

/** A class, because there are many and their methods are called for few. */
class Resource implements ResourceFact {
  readonly kind = 'resource';
  readonly resource: string;
  readonly value: JsonValue;
  readonly in: ResourceFact['in'];
  readonly method: string | null;
  readonly isWhole: boolean;
  readonly #origin: FactOrigin;
  readonly #path: JsonPath;
  readonly #side: Side;

  constructor(origin: FactOrigin, derived: Derived) {
    this.resource = derived.kind.id;
    this.value = derived.value;
    this.in = derived.in;
    this.method = derived.method;
    this.isWhole = derived.isWhole;
    this.#origin = origin;
    this.#path = derived.path;
    this.#side = derived.side;
  }

  locate(part: FactPart) {
    return this.#origin.locate(this.#outer(part));
  }

  edit(changes: readonly FactChange[]) {
    return this.#origin.edit(changes.map((change) => ({ ...change, of: this.#outer(change.of) })));
  }

  /** The same part, counted from the top of what the resource was found in. */
  #outer(part: FactPart): FactPart {
    if (part.part === 'body') return { part: this.#side, path: [...this.#path, ...part.path] };
    return part.part === 'whole' ? { part: this.#side, path: this.#path } : part;
  }
}

/** None where the member is missing that the resource is. */
function resourceFacts(origin: FactOrigin, derived: Derived): readonly ResourceFact[] {
  const { member } = derived.kind;
  if (member === undefined) return [new Resource(origin, derived)];
  const value = isJsonObject(derived.value) ? derived.value[member] : undefined;
  return value === undefined
    ? []
    : [new Resource(origin, { ...derived, value, path: [...derived.path, member] })];
}
