import { createHash } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { isJsonObject, type JsonValue, type Manifest, manifestSchema } from '#shared/workspace/index.ts';
import { interpretManifest } from './interpret.ts';
import { parseJsonDocument, readTextFile } from './json-file.ts';
import { manifestFile, missingManifest, type WorkspaceManifest } from './live-manifest.ts';

/**
 * Reads the manifest of the workspace at `directory`. A manifest that is broken or missing is a Problem, and the
 * defaults are in force.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable
 */
export function openWorkspaceManifest(directory: string): WorkspaceManifest {
  const real = checkDirectory(directory);
  const result = readManifest(real);
  const { manifest } = result;
  return {
    directory: real,
    name: manifest.name,
    id: manifest.id ?? `at-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`,
    manifest,
    problems: 'problem' in result ? [manifestProblem(real, result.problem)] : [],
  };
}

function readManifest(directory: string): { readonly manifest: Manifest; readonly problem?: Problem } {
  const nothing = manifestSchema.parse({ name: basename(directory) });
  const text = readTextFile(directory, manifestFile);
  if ('problem' in text) return { manifest: nothing, problem: text.problem };
  const parsed = parseJsonDocument(text.value, manifestFile);
  if ('problem' in parsed) return { manifest: nothing, problem: parsed.problem };
  const read = interpretManifest(parsed.value, null);
  if ('value' in read) return { manifest: read.value };
  return { manifest: { ...nothing, ...soundIdentity(parsed.value.value) }, problem: read.problem };
}

/** Reads the members that name the state by themselves: a setting that is wrong must not open another state. */
function soundIdentity(value: JsonValue): Partial<Manifest> {
  if (!isJsonObject(value)) return {};
  const { shape } = manifestSchema;
  return Object.fromEntries(
    (['id', 'name', 'durability'] as const).flatMap((member) => {
      const parsed = shape[member].safeParse(value[member]);
      return parsed.success && parsed.data !== undefined ? [[member, parsed.data]] : [];
    }),
  );
}

function manifestProblem(directory: string, problem: Problem): Problem {
  return exists(join(directory, manifestFile)) ? problem : missingManifest();
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function checkDirectory(directory: string): string {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined)
    throw new GatehouseError('workspace.missing', `The workspace ${directory} does not exist.`, {
      fix: 'Check the path, or create the folder.',
    });
  if (!found.isDirectory())
    throw new GatehouseError('workspace.not-a-directory', `The workspace ${directory} is a file.`, {
      fix: 'Choose the folder that contains gatehouse.json.',
    });
  try {
    accessSync(directory, constants.R_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (cause) {
    throw new GatehouseError('workspace.unreadable', `The workspace ${directory} is not readable.`, {
      fix: 'Give this user permission to read it.',
      cause,
    });
  }
}
