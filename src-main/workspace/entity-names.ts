import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type JsonValue, valueAt, type WorkspaceFileKind } from '#shared/workspace/index.ts';

/** Returns the identifier of the thing that a file defines, where the file itself gives it. */
export function identifierIn(kind: WorkspaceFileKind, document: JsonValue): string | null {
  const member = kind === 'client' ? 'client_id' : kind === 'user' ? 'username' : null;
  const value = member === null ? undefined : valueAt(document, [member]);
  return typeof value === 'string' ? value : null;
}

/** The warning that the name of a file differs from that of its entity; null if they agree. */
export function misnamed(file: string, identifier: string): Problem | null {
  if (file.endsWith(`/${fileNameOf(identifier)}`)) return null;
  return new GatehouseError(
    'workspace.name-mismatch',
    `${file} defines ${identifier}, which does not match the file name.`,
    {
      fix: `Rename it to ${fileNameOf(identifier)}.`,
      location: { file },
    },
  ).toProblem('warning');
}

/** The Problem of a file that defines what an earlier one does already. */
export function duplicate(file: string, earlier: string, identifier: string): Problem {
  return new GatehouseError(
    'workspace.duplicate',
    `${file} defines ${identifier}, which ${earlier} also defines.`,
    {
      fix: 'Remove one of the two files. The first one is in effect.',
      location: { file },
    },
  ).toProblem();
}

/** File name of an identifier: what a file system may not carry is percent-encoded. */
export function fileNameOf(identifier: string): string {
  return `${identifier.replace(/[^A-Za-z0-9._@ -]/g, (character) => encodeURIComponent(character))}.json`;
}
