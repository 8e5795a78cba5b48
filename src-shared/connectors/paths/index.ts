import type { JsonValue } from '../../workspace/three-way.ts';
import { type PathProblem, type PathStep, parsePath } from './parse-path.ts';
import { makeTrail, readTrail, type Trail } from './read.ts';
import { writeTrail } from './write.ts';

export { formatPath, type PathStep } from './parse-path.ts';

/** A path that is parsed. */
export interface Path {
  readonly text: string;
  readonly steps: readonly PathStep[];
  /** undefined: the path leads to nothing. */
  read(json: JsonValue | undefined): JsonValue | undefined;
  /** Puts a value at the path; objects and lists on the way are made. Does nothing where a list holds no names. */
  write(target: object, value: JsonValue): void;
  /** True if the path holds `[*]`, so that it reads lists and cannot be written to. */
  readonly isList: boolean;
  /** Names joined by dots, without indexes and `[*]`. */
  readonly remoteName: string;
  /** The first name; null: it begins with an index. */
  readonly root: string | null;
}

export type CompiledPath = { readonly path: Path } | { readonly problem: PathProblem };

class TrailPath implements Path {
  readonly text: string;
  readonly isList: boolean;
  readonly remoteName: string;
  readonly root: string | null;
  readonly #trail: Trail;

  constructor(text: string, steps: readonly PathStep[]) {
    const names = steps.filter(({ kind }) => kind === 'name').map(({ key }) => key);
    this.text = text;
    this.isList = steps.some(({ kind }) => kind === 'every');
    this.remoteName = names.join('.');
    this.root = steps[0]?.kind === 'name' ? steps[0].key : null;
    this.#trail = makeTrail(steps);
  }

  get steps(): readonly PathStep[] {
    return this.#trail.steps;
  }

  read(json: JsonValue | undefined): JsonValue | undefined {
    return readTrail(this.#trail, json);
  }

  write(target: object, value: JsonValue): void {
    if (!this.isList) writeTrail(this.#trail, target, value);
  }
}

/** Parses a path. */
export function compilePath(text: string): CompiledPath {
  const parsed = parsePath(text);
  return 'problem' in parsed ? parsed : { path: new TrailPath(text, parsed.steps) };
}

/** The path of steps that are known. */
export function pathOf(text: string, steps: readonly PathStep[]): Path {
  return new TrailPath(text, steps);
}
