import { z } from 'zod';
import type { DevtoolsPipe } from '#main/platform/devtools-pipe.ts';
import type { World } from '../page-worlds.ts';

interface DomNode {
  readonly backendNodeId: number;
  readonly frameId?: string | undefined;
  readonly children?: readonly DomNode[] | undefined;
  readonly shadowRoots?: readonly DomNode[] | undefined;
  readonly contentDocument?: DomNode | undefined;
}
const nodeSchema: z.ZodType<DomNode> = z.object({
  backendNodeId: z.number(),
  frameId: z.string().optional(),
  get children() {
    return z.array(nodeSchema).optional();
  },
  get shadowRoots() {
    return z.array(nodeSchema).optional();
  },
  get contentDocument() {
    return nodeSchema.optional();
  },
});
const documentSchema = z.object({ root: nodeSchema });
const resolvedSchema = z.object({ object: z.object({ objectId: z.string() }) });

/** A document or a shadow root, and the frame that it belongs to. */
interface Root {
  readonly node: number;
  readonly frame: string;
}

/** Drawings have a clock of their own. */
const endInRoot = `function () {
  for (const animation of this.getAnimations()) {
    try { animation.commitStyles() } catch {}
    animation.cancel();
  }
  for (const svg of this.querySelectorAll('svg')) svg.pauseAnimations();
}`;

/**
 * Leaves everything in a page where its animation has brought it, in frames and all shadow roots. The compositor shows a
 * paused animation elsewhere than the document reports it, so pausing is not enough. It runs in the engine’s worlds, which
 * scripts of the page cannot change.
 * @throws DevtoolsFailure
 */
export async function endAnimations(ask: DevtoolsPipe['send'], worlds: readonly World[]): Promise<void> {
  const [main] = worlds;
  if (main === undefined) return;
  const { root } = documentSchema.parse(await ask('DOM.getDocument', { depth: -1, pierce: true }));
  const contexts = new Map(worlds.map(({ frame, context }) => [frame, context]));
  await Promise.all(
    rootsIn(root, main.frame).map(async ({ node: backendNodeId, frame }) => {
      const executionContextId = contexts.get(frame);
      // A frame of another process is covered as a whole.
      if (executionContextId === undefined) return;
      const resolved = await ask('DOM.resolveNode', { backendNodeId, executionContextId });
      const { objectId } = resolvedSchema.parse(resolved).object;
      await ask('Runtime.callFunctionOn', { objectId, functionDeclaration: endInRoot });
    }),
  );
}

function rootsIn(document: DomNode, frame: string): readonly Root[] {
  return [{ node: document.backendNodeId, frame }, ...below(document, frame)];
}

function below(node: DomNode, frame: string): readonly Root[] {
  const { children = [], shadowRoots = [], contentDocument } = node;
  return [
    ...children.flatMap((child) => below(child, frame)),
    ...shadowRoots.flatMap((root) => rootsIn(root, frame)),
    ...(contentDocument === undefined ? [] : rootsIn(contentDocument, node.frameId ?? frame)),
  ];
}
