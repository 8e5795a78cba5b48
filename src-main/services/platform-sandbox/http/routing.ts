import type { Route, RouteTable } from '../context.ts';

interface Node {
  readonly children: Map<string, Node>;
  variable: Node | null;
  readonly routes: Route[];
}

const publicPrefix = '/v1';

/** Puts calls into a tree by the segments of their paths. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const root = newNode();
  for (const route of routes) {
    let node = root;
    for (const segment of segmentsOf(route.path)) node = childOf(node, segment);
    node.routes.push(route);
  }
  return {
    find(path) {
      const prefix = path.startsWith(`${publicPrefix}/`) ? publicPrefix : '';
      const values: string[] = [];
      const node = walk(root, segmentsOf(path.slice(prefix.length)), 0, values);
      if (node === null) return null;
      return { prefix, routes: node.routes, params: paramsOf(node, values), route: null };
    },
  };
}

function newNode(): Node {
  return { children: new Map(), variable: null, routes: [] };
}

function childOf(node: Node, segment: string): Node {
  if (segment.startsWith('{')) return (node.variable ??= newNode());
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(1).split('/');
}

function walk(node: Node, segments: readonly string[], at: number, values: string[]): Node | null {
  const segment = segments[at];
  if (segment === undefined) return node.routes.length === 0 ? null : node;
  const child = node.children.get(segment);
  const below = child === undefined ? null : walk(child, segments, at + 1, values);
  if (below !== null) return below;
  if (node.variable === null || segment === '') return null;
  values.push(segment);
  const found = walk(node.variable, segments, at + 1, values);
  if (found === null) values.pop();
  return found;
}

function paramsOf({ routes: [route] }: Node, values: readonly string[]): Readonly<Record<string, string>> {
  const names = segmentsOf(route?.path ?? '').filter((segment) => segment.startsWith('{'));
  return Object.fromEntries(names.map((name, index) => [name.slice(1, -1), values[index] ?? '']));
}
