import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';
import { readZip } from './unzip.ts';

/** Limits on reading a product's folder. */
const maxFiles = 2_000;
const maxFileBytes = 4 * 1_048_576;
const maxBytes = 64 * 1_048_576;
const maxLevels = 8;
/** Files that are no JSON and are named one by one; the rest is counted. */
const maxNamed = 100;

/** A file of a product, by its path below the chosen folder. */
export interface ProductFile {
  readonly path: string;
  readonly text: string;
}

/** A file, or a part of one, that is not taken over. */
export interface NotTaken {
  readonly from: string;
  readonly name: string;
  readonly reason: string;
}

/** The files found in a folder, a file or a zip of a product. */
export interface ProductSource {
  readonly files: readonly ProductFile[];
  readonly notTaken: readonly NotTaken[];
}

/** A file as it was dropped: its name, with the folders around it where they are known. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a folder, a JSON file or a zip on this machine; links in a folder are not followed.
 * @throws workspace.not-absolute, workspace.unreadable, workspace.too-large, workspace.zip-invalid
 */
export function readProductPath(sourcePath: string): ProductSource {
  if (!isAbsolute(sourcePath))
    throw new GatehouseError('workspace.not-absolute', `${sourcePath} is not an absolute path.`, {
      fix: 'Enter the absolute path of the folder or file.',
    });
  const collected = collector();
  try {
    if (statSync(sourcePath).isDirectory()) walk(sourcePath, '', 0, collected);
    else {
      requireSize(basename(sourcePath), statSync(sourcePath).size, maxBytes);
      take({ name: basename(sourcePath), bytes: readFileSync(sourcePath) }, collected);
    }
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    throw new GatehouseError('workspace.unreadable', `${sourcePath} is not readable.`, {
      fix: 'Check that it exists and that this user has permission to read it.',
      cause,
    });
  }
  return resultOf(collected);
}

/**
 * Reads files that were dropped, zips among them.
 * @throws workspace.too-large, workspace.zip-invalid
 */
export function readDroppedFiles(files: readonly DroppedFile[]): ProductSource {
  const collected = collector();
  for (const file of files) take(file, collected);
  return resultOf(collected);
}

interface Collected {
  readonly files: ProductFile[];
  readonly notTaken: NotTaken[];
  left: number;
  unnamed: number;
}

function collector(): Collected {
  return { files: [], notTaken: [], left: maxBytes, unnamed: 0 };
}

function resultOf({ files, notTaken, unnamed }: Collected): ProductSource {
  const rest: readonly NotTaken[] =
    unnamed === 0 ? [] : [{ from: '', name: '', reason: `${unnamed} more files are not JSON documents.` }];
  return { files, notTaken: [...notTaken, ...rest] };
}

function walk(folder: string, below: string, level: number, collected: Collected): void {
  for (const name of readdirSync(folder).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    try {
      visit(join(folder, name), path, level, collected);
    } catch (error) {
      if (error instanceof GatehouseError) throw error;
      leave(collected, path, 'This file or folder is not readable.');
    }
  }
}

function visit(sourcePath: string, path: string, level: number, collected: Collected): void {
  const found = lstatSync(sourcePath);
  if (found.isSymbolicLink()) leave(collected, path, 'This is a link. Links are not followed.');
  else if (found.isDirectory()) {
    if (level < maxLevels) walk(sourcePath, path, level + 1, collected);
    else leave(collected, path, `The folder is more than ${maxLevels} levels deep.`);
  } else if (!found.isFile()) leave(collected, path, 'This is not a regular file.');
  else if (!isJson(path)) noJson(collected, path);
  else if (found.size > maxFileBytes) leave(collected, path, tooLarge(found.size));
  else keep(collected, path, readFileSync(sourcePath));
}

function take({ name, bytes }: DroppedFile, collected: Collected): void {
  const path = plainPath(name);
  if (path === null) leave(collected, name, 'The name points outside the folder.');
  else if (/\.zip$/i.test(path)) for (const file of readZip(bytes)) takePlain(file, collected);
  else takePlain({ name: path, bytes }, collected);
}

function takePlain({ name, bytes }: DroppedFile, collected: Collected): void {
  if (!isJson(name)) noJson(collected, name);
  else if (bytes.length > maxFileBytes) leave(collected, name, tooLarge(bytes.length));
  else keep(collected, name, bytes);
}

function keep(collected: Collected, path: string, bytes: Uint8Array): void {
  collected.left -= bytes.length;
  requireSize(path, collected.left < 0 ? maxBytes + 1 : 0, maxBytes);
  if (collected.files.length >= maxFiles)
    throw new GatehouseError('workspace.too-large', `The selection has more than ${maxFiles} JSON files.`, {
      fix: 'Choose the folder that contains only the configuration.',
    });
  try {
    collected.files.push({ path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) });
  } catch {
    leave(collected, path, 'The file is not UTF-8.');
  }
}

function isJson(name: string): boolean {
  return /\.json$/i.test(name);
}

function noJson(collected: Collected, path: string): void {
  if (collected.notTaken.length < maxNamed) leave(collected, path, 'The file is not a JSON document.');
  else collected.unnamed += 1;
}

function leave(collected: Collected, path: string, reason: string): void {
  collected.notTaken.push({ from: path, name: path.split('/').at(-1) ?? path, reason });
}

/** A relative path with `/`; null where it is none, or leads elsewhere. */
function plainPath(name: string): string | null {
  const steps = name.split('/');
  const isUnsafe = steps.some((step) => ['', '.', '..'].includes(step)) || /[\\:\p{Cc}]/u.test(name);
  return isUnsafe || name.length > 1_000 ? null : name;
}

function requireSize(name: string, bytes: number, max: number): void {
  if (bytes <= max) return;
  throw new GatehouseError('workspace.too-large', `${name} is larger than ${max / 1_048_576} MiB.`, {
    fix: 'Choose the folder that contains only the configuration.',
  });
}

function tooLarge(bytes: number): string {
  return `The file has ${bytes} bytes. The limit is ${maxFileBytes} bytes.`;
}
