import { valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { nodePath, type StudioNode } from '../tree/nodes.ts';

function textAt(document: JsonValue | undefined, path: readonly string[]): string | null {
  const value = valueAt(document, path);
  return typeof value === 'string' ? value : null;
}

/** Returns the initial value of a part, derived from its neighbours; null: it has none, and is edited as it is. */
export function startOf(document: JsonValue | undefined, node: StudioNode): JsonValue | null {
  if (node.kind === 'pagination')
    return { pageSizePagination: { type: 'param', param: 'limit={_pageSize}' } };
  if (node.kind === 'filters')
    return { queryParamKey: 'filter', quotes: '"', separator: ' ', operators: { equals: 'eq', and: 'and' } };
  if (node.kind !== 'operation') return null;
  const operations = nodePath(node).slice(0, -1).map(String);
  const known = (name: string, member: string) => textAt(document, [...operations, name, member]);
  const list = known('QUERY', 'path') ?? known('CREATE', 'path') ?? '/users';
  const one = known('GET', 'path') ?? known('UPDATE', 'path') ?? `${list}/{uid}`;
  const idPath = known('GET', 'idPath') ?? known('QUERY', 'idPath') ?? 'id';
  const namePath = known('GET', 'namePath') ?? known('QUERY', 'namePath') ?? idPath;
  switch (node.operation) {
    case 'GET':
      return { path: one, method: 'GET', idPath, namePath, responseMapping: {} };
    case 'QUERY':
      return { path: list, method: 'GET', idPath, namePath, responseMapping: {} };
    case 'CREATE':
      return { path: list, method: 'POST', idPath, requestMapping: {} };
    case 'UPDATE':
      return { path: one, method: 'PATCH', idPath, requestMapping: {} };
    case 'DELETE':
      return { path: one, method: 'DELETE' };
  }
}
