import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type EnvironmentFile, workspaceFileAt, workspaceFormats } from '#shared/workspace/index.ts';
import { createEntityFolder, type EntityFile, type Scan } from './entity-folder.ts';
import { type ActiveEnvironment, interpretEnvironment } from './interpret.ts';

/** Facts about an environment. */
export interface EnvironmentEntry {
  readonly name: string;
  readonly file: string;
  readonly title: string;
  readonly isActive: boolean;
  readonly problem: Problem | null;
}

/** The environments of a workspace over time, and which of them was chosen. */
export interface LiveEnvironments {
  /** The one that was chosen and can be used; its last good version while it is broken. */
  active(): ActiveEnvironment | null;
  entries(): readonly EnvironmentEntry[];
  files(): readonly EntityFile<EnvironmentFile>[];
  paths(): readonly string[];
  problems(): readonly Problem[];
  scan(): Scan;
  /**
   * Chooses another one, or none.
   * @throws workspace.no-environment
   */
  choose(name: string | null): void;
}

/** Follows `environments`; one that was chosen before and is gone is a Problem. */
export function createLiveEnvironments(directory: string, initial: string | null): LiveEnvironments {
  const folder = createEntityFolder(directory, workspaceFormats.environment, interpretEnvironment);
  let chosen = initial;
  let active: ActiveEnvironment | null = null;

  function find(): ActiveEnvironment | null {
    const found = folder.files().find(({ file }) => nameOf(file) === chosen);
    if (found === undefined || chosen === null) return null;
    const { document, value } = found;
    // The same object for as long as nothing in it changed.
    return active?.name === chosen && active.document === document
      ? active
      : { name: chosen, document, value };
  }

  function entries(): readonly EnvironmentEntry[] {
    const titles = new Map(folder.files().map(({ file, value }) => [file, value.title]));
    const problems = folder.problems();
    return folder.paths().map((file) => {
      const name = nameOf(file) ?? file;
      const problem = problems.find(({ location }) => location?.file === file) ?? null;
      return { name, file, title: titles.get(file) ?? name, isActive: name === chosen, problem };
    });
  }

  return {
    active: () => active,
    entries,
    files: folder.files,
    paths: folder.paths,
    problems: () => [
      ...folder.problems(),
      ...(chosen === null || active !== null || isReported(chosen, folder.problems())
        ? []
        : [missing(chosen)]),
    ],
    scan() {
      const scan = folder.scan();
      active = find();
      return scan;
    },
    choose(name) {
      if (name !== null && !entries().some((entry) => entry.name === name)) throw noSuch(name);
      chosen = name;
      active = find();
    },
  };
}

function nameOf(file: string): string | undefined {
  return workspaceFileAt(file)?.name;
}

function isReported(name: string, problems: readonly Problem[]): boolean {
  return problems.some(
    ({ location, severity }) => severity === 'error' && nameOf(location?.file ?? '') === name,
  );
}

function missing(name: string): Problem {
  return new GatehouseError('workspace.no-environment', `The chosen environment ${name} does not exist.`, {
    fix: `Restore environments/${name}.json, or choose another environment. Until then, no environment is active.`,
    location: { file: `environments/${name}.json` },
  }).toProblem();
}

function noSuch(name: string): GatehouseError {
  return new GatehouseError('workspace.no-environment', `The workspace has no environment ${name}.`, {
    fix: `Choose an existing environment, or add environments/${name}.json.`,
    location: { file: `environments/${name}.json` },
  });
}
