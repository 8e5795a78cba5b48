import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { PlayedFile } from '#main/services/attacks/index.ts';
import { ownAttackFileSchema } from '#shared/attacks/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Workspace } from '../workspace/index.ts';
import {
  type FoundAttacks,
  findAttacks,
  loadWorkspace,
  openWorkspaceManifest,
  parseJsonDocument,
  schemaProblems,
} from '../workspace/index.ts';

type Document = NonNullable<Workspace['files'][number]['document']>;

/** Own cases for a run without an engine. */
export interface StandaloneCases {
  readonly files: readonly PlayedFile[];
  /** Faults in files of the workspace, whose cases are left out. */
  readonly problems: readonly Problem[];
}

/** Reads a workspace as its files are, under one of its environments. @throws workspace.invalid, workspace.no-environment */
export function readWorkspace(directory: string, environment: string | null): Workspace {
  const workspace = loadWorkspace(openWorkspaceManifest(directory), () => null);
  if (environment !== null) workspace.setEnvironment(environment);
  return workspace;
}

/**
 * The cases of files that a command names, and of a workspace: naming them says that they may be played.
 * @throws workspace.unreadable, workspace.syntax, workspace.invalid, attack.case-taken
 */
export function standaloneCases(
  paths: readonly string[],
  workspace: Workspace | null,
  builtIn: ReadonlySet<string>,
): StandaloneCases {
  const ofWorkspace = (workspace?.files ?? []).flatMap(({ kind, document }) =>
    kind === 'attack' && document !== null ? [document] : [],
  );
  const named = paths.map(readCases);
  const found: FoundAttacks = findAttacks([...ofWorkspace, ...named], builtIn);
  const isNamed = ({ location }: Problem) => named.some(({ file }) => file === location?.file);
  const taken = found.problems.find(isNamed);
  if (taken !== undefined) throw GatehouseError.fromProblem(taken);
  const broken = (workspace?.problems ?? []).filter(({ location }) => location?.file.startsWith('attacks/'));
  return {
    files: found.groups.map(({ file, title, cases }) => ({
      group: file,
      title: title === file ? basename(file, '.json') : title,
      cases: [...cases],
      own: { file, withheld: null },
    })),
    problems: [...broken, ...found.problems],
  };
}

/** @throws workspace.unreadable, workspace.syntax, workspace.invalid */
function readCases(path: string): Document {
  const parsed = parseJsonDocument(textOf(path), path);
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  const [problem] = schemaProblems(parsed.value, ownAttackFileSchema);
  if (problem !== undefined) throw GatehouseError.fromProblem(problem);
  return parsed.value;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new GatehouseError('workspace.unreadable', `${path} is not readable.`, {
      fix: 'Check that the file exists and that this user has permission to read it.',
      location: { file: path },
      cause,
    });
  }
}
