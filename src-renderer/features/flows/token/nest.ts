import type { SamlNode } from '#shared/api/index.ts';

export interface NestedNode extends SamlNode {
  readonly children: NestedNode[];
}

/** The tree of a list of nodes in document order. */
export function nest(nodes: readonly SamlNode[]): readonly NestedNode[] {
  const roots: NestedNode[] = [];
  const open: NestedNode[] = [];
  for (const node of nodes) {
    const nested = { ...node, children: [] };
    open.length = node.depth;
    (open.at(-1)?.children ?? roots).push(nested);
    open.push(nested);
  }
  return roots;
}
