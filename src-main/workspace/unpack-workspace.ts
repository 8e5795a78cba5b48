import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { isJsonObject, workspaceFileAt } from '#shared/workspace/index.ts';
import { editJson } from './json-edit.ts';
import { parseJsonDocument } from './json-file.ts';
import { manifestFile } from './live-manifest.ts';
import { makeFolder } from './new-workspace.ts';
import { readZip, type ZipFile } from './unzip.ts';

/** The contents of a workspace's zip. */
export interface ReadWorkspaceZip {
  readonly files: readonly ZipFile[];
  /** Names in it that no file of a workspace has. */
  readonly skipped: readonly string[];
}

/**
 * The workspace in a zip; a single folder around it is taken off.
 * @throws workspace.zip-invalid
 */
export function readWorkspaceZip(zip: Uint8Array): ReadWorkspaceZip {
  const entries = readZip(zip);
  const top = entries[0]?.name.split('/')[0] ?? '';
  const isWrapped = entries.every(({ name }) => name.startsWith(`${top}/`)) && !isWorkspace(entries);
  const files = isWrapped
    ? entries.map(({ name, bytes }) => ({ name: name.slice(top.length + 1), bytes }))
    : entries;
  if (!isWorkspace(files))
    throw new GatehouseError('workspace.zip-invalid', `The zip file has no ${manifestFile}.`, {
      fix: 'Choose a zip file that was exported from a workspace. Nothing was unpacked.',
    });
  return {
    files: files.filter(({ name }) => workspaceFileAt(name) !== null),
    skipped: files.filter(({ name }) => workspaceFileAt(name) === null).map(({ name }) => name),
  };
}

/**
 * Unpacks a workspace into a folder that is empty or does not exist, whole or not at all; it gets an id of its own, so
 * that a zip from elsewhere never opens the state of a workspace that is here. Returns the files that were unpacked.
 * @throws workspace.zip-invalid, workspace.not-empty, workspace.not-absolute, workspace.unwritable
 */
export function unpackWorkspace(zip: Uint8Array, directory: string, random: Random): readonly string[] {
  const { files } = readWorkspaceZip(zip);
  const id = `w-${Buffer.from(random.bytes(9)).toString('hex')}`;
  makeFolder(directory, random, (half) => {
    for (const { name, bytes } of files) {
      mkdirSync(dirname(join(half, name)), { recursive: true });
      writeFileSync(join(half, name), name === manifestFile ? withId(bytes, id) : bytes);
    }
  });
  return files.map(({ name }) => name).toSorted();
}

function isWorkspace(files: readonly ZipFile[]): boolean {
  return files.some(({ name }) => name === manifestFile);
}

/** A manifest that is broken names no state: it stays as it is. */
function withId(bytes: Uint8Array, id: string): Uint8Array | string {
  const text = Buffer.from(bytes).toString('utf8');
  const parsed = parseJsonDocument(text, manifestFile);
  return 'value' in parsed && isJsonObject(parsed.value.value) ? editJson(text, { id }, ['id']) : bytes;
}
