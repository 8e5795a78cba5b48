import type { ElementPlace } from '#main/services/flow-player/index.ts';
import { inPageSource, worldName } from './in-page/source.ts';
import * as protocol from './protocol.ts';
import type { Tab } from './tab.ts';

/** A world of the engine's own in the document of a frame. */
export interface World {
  readonly frame: string;
  readonly document: string;
  readonly session: string;
  readonly context: number;
  /** The frame of the page itself. */
  readonly isMain: boolean;
  /** The outermost frame of its process. */
  readonly isRoot: boolean;
}

/** The worlds of the engine in all frames of a tab, one for each document. */
export class PageWorlds {
  readonly #tab: Tab;
  #worlds = new Map<string, World>();

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Makes worlds where there are none, and gives those of the documents of now, that of the page first. @throws DevtoolsFailure */
  async all(): Promise<readonly World[]> {
    const sessions = this.#tab.sessions();
    const [main] = sessions;
    const found = await Promise.all(
      sessions.map(async (session) => {
        try {
          return await this.#ofSession(session, session === main);
        } catch (error) {
          // A frame of another process may be gone.
          if (session === main) throw error;
          return [];
        }
      }),
    );
    const worlds = found.flat();
    this.#worlds = new Map(worlds.map((world) => [keyOf(world), world]));
    return worlds;
  }

  find(place: Pick<ElementPlace, 'frame' | 'document'>): World | undefined {
    return this.#worlds.get(keyOf(place));
  }

  /** The value of an expression. @throws DevtoolsFailure, Error where it failed */
  async evaluate({ context, session }: World, expression: string): Promise<unknown> {
    const answer = await this.#tab.ask(
      'Runtime.evaluate',
      { expression, contextId: context, returnByValue: true, userGesture: true },
      session,
    );
    const { result, exceptionDetails } = protocol.evaluated.parse(answer);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  }

  async #ofSession(session: string, isPage: boolean): Promise<readonly World[]> {
    const answer = await this.#tab.ask('Page.getFrameTree', undefined, session);
    const { frameTree } = protocol.frameTree.parse(answer);
    const worlds = await Promise.all(
      framesOf(frameTree).map(({ frame }, index) =>
        this.#worldOf(frame.id, frame.loaderId, session, {
          isMain: isPage && index === 0,
          isRoot: index === 0,
        }),
      ),
    );
    return worlds.filter((world) => world !== null);
  }

  async #worldOf(
    frame: string,
    document: string,
    session: string,
    place: Pick<World, 'isMain' | 'isRoot'>,
  ): Promise<World | null> {
    const known = this.find({ frame, document });
    if (known !== undefined) return known;
    try {
      const made = await this.#tab.ask('Page.createIsolatedWorld', { frameId: frame, worldName }, session);
      const { executionContextId: context } = protocol.isolatedWorld.parse(made);
      const world = { frame, document, session, context, ...place };
      await this.evaluate(world, `void ${inPageSource}`);
      return world;
    } catch (error) {
      if (place.isMain) throw error;
      return null;
    }
  }
}

function framesOf(tree: protocol.FrameTree): readonly protocol.FrameTree[] {
  return [tree, ...(tree.childFrames ?? []).flatMap(framesOf)];
}

function keyOf({ frame, document }: Pick<ElementPlace, 'frame' | 'document'>): string {
  return `${frame} ${document}`;
}
