import type { TestSet } from './test-sets.ts';
import type { Workshop } from './workshop.ts';

/** A circumstance in which a person can clone the checkout and run its tests. */
export interface Place {
  /** The word by which `npm run test:anywhere -- <id>` chooses it. */
  readonly id: string;
  readonly title: string;
  /** Places with the same word take turns by the day with `--quick`: each shows nearly the same as the others. */
  readonly turn?: string;
  /** The fastest tests that show what can fail here. */
  readonly set: TestSet;
  /** Makes it, or says why it cannot be made on this machine. */
  prepare(workshop: Workshop): Promise<Prepared | Obstacle>;
}

/** Why a place cannot be set up on this machine, in words that people can act on. */
export interface Obstacle {
  readonly obstacle: string;
}

/** A place that was made. */
export interface Prepared {
  /** The clone. */
  readonly checkout: string;
  /** Environment variables that differ from those of this run; undefined: not set. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The command line that starts the tests, for example as another user or in a namespace. */
  readonly through?: readonly string[];
  /** The Node that runs the entry; absent: the one that this run was started with. */
  readonly node?: string;
  /** npm in the place of the entry, with these options. */
  readonly npm?: readonly string[];
  /** Gives back what the place holds; its files are removed without it. */
  release?(): Promise<void> | void;
}

/** Tells a place that was made from one that cannot be. */
export function isObstacle(made: Prepared | Obstacle): made is Obstacle {
  return 'obstacle' in made;
}
