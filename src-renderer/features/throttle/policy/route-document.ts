import { isJsonObject, type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A component of a route at its declaration: in place, or on the heap under the given name. */
export interface Declared {
  readonly path: JsonPath;
  readonly name: string;
  readonly type: string;
  readonly config: Members;
}

const deepest = 20;
const none: Members = {};

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function heapPath(document: JsonValue, name: string): JsonPath | null {
  const heap = valueAt(document, ['heap']);
  const at = Array.isArray(heap) ? heap.findIndex((entry) => valueAt(entry, ['name']) === name) : -1;
  return at < 0 ? null : ['heap', at];
}

/** The component at a place of the document, followed to the heap; null where there is none. */
export function declaredAt(document: JsonValue | undefined, path: JsonPath): Declared | null {
  const value = valueAt(document, path);
  if (document === undefined) return null;
  if (typeof value === 'string') {
    const onHeap = heapPath(document, value);
    return onHeap === null ? null : declaredAt(document, onHeap);
  }
  if (!isJsonObject(value)) return null;
  const config = value['config'];
  return {
    path,
    name: textOf(value['name']),
    type: textOf(value['type']),
    config: isJsonObject(config) ? config : none,
  };
}

/** One filter of a chain: its position in the order, and its declaration. */
export interface ChainEntry {
  /** The list that contains it. */
  readonly listPath: JsonPath;
  readonly index: number;
  /** The name, if the list item is one; else the component's own name or type. */
  readonly title: string;
  /** Null: the name is that of nothing. */
  readonly declared: Declared | null;
}

export interface Chain {
  readonly entries: readonly ChainEntry[];
  /**
   * The handler behind the filters: its own name or type, or the name of a handler known to every route; empty: none.
   */
  readonly handler: string;
}

/** The filters that a request passes, in order, and the handler at the end. */
export function chainOf(document: JsonValue | undefined): Chain {
  const entries: ChainEntry[] = [];
  let path: JsonPath = ['handler'];
  let handler = declaredAt(document, path);
  for (let depth = 0; handler?.type === 'Chain' && depth < deepest; depth += 1) {
    const listPath = [...handler.path, 'config', 'filters'];
    const list = handler.config['filters'];
    for (const [index, item] of (Array.isArray(list) ? list : []).entries()) {
      const declared = declaredAt(document, [...listPath, index]);
      const own = declared === null || declared.name === '' ? (declared?.type ?? '') : declared.name;
      entries.push({ listPath, index, title: typeof item === 'string' ? item : own, declared });
    }
    path = [...handler.path, 'config', 'handler'];
    handler = declaredAt(document, path);
  }
  const named = textOf(valueAt(document, path));
  return { entries, handler: named === '' ? ((handler?.name || handler?.type) ?? '') : named };
}

/** The throttling filters of a route, in the order of the chain. */
export function throttlingFiltersOf(document: JsonValue | undefined): readonly Declared[] {
  return chainOf(document).entries.flatMap(({ declared }) =>
    declared?.type === 'ThrottlingFilter' ? [declared] : [],
  );
}
