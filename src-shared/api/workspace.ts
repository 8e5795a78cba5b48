import { z } from 'zod';
import { draftSchema } from '../drafts/draft.ts';
import { problemSchema } from '../errors/problem.ts';
import { workspaceFileKinds } from '../workspace/files.ts';
import { workspacePathSchema as file } from '../workspace/path.ts';
import { procedure } from './base.ts';

export const workspaceFileSchema = z.object({
  file,
  kind: z.enum(workspaceFileKinds),
  /** The name of the object that the file defines, for lists: a client_id, a username, a name. */
  name: z.string(),
  hasDraft: z.boolean(),
});

/**
 * A file for an editor. Its clear-text secrets are replaced by `maskedSecret`; written back unchanged, they
 * keep their values.
 */
export const openedFileSchema = z.object({
  file,
  text: z.string(),
  /** Names this version; null: the file does not exist (any more). */
  version: z.string().nullable(),
  isReadOnly: z.boolean(),
});

/** One place that both an edit here and an edit outside changed. */
export const fileConflictSchema = z.object({
  /** RFC 6901; empty: the document as a whole (it was removed, or is no JSON on one side). */
  pointer: z.string(),
  /** Each side as JSON text; null: it has no such member. */
  base: z.string().nullable(),
  mine: z.string().nullable(),
  theirs: z.string().nullable(),
});

export const environmentSchema = z.object({
  name: z.string(),
  file,
  title: z.string(),
  isActive: z.boolean(),
  problem: problemSchema.nullable(),
});

export const workspaceContract = {
  info: procedure.output(
    z.object({
      id: z.string(),
      name: z.string(),
      directory: z.string(),
      isReadOnly: z.boolean(),
      environments: z.array(environmentSchema),
      /** Name of the environment in force; null: none, the files as they are. */
      environment: z.string().nullable(),
    }),
  ),
  files: procedure.output(z.array(workspaceFileSchema)),
  readFile: procedure.input(z.object({ file })).output(openedFileSchema),
  /** Checks a text as if it were saved under this name. */
  checkFile: procedure
    .input(z.object({ file, text: z.string().max(4_194_304) }))
    .output(z.array(problemSchema)),
  /**
   * Saves a text. Secrets typed in clear are sealed on the way and the text that was written comes back. Fails with
   * `workspace.conflict` when the file is no longer the version on which the text was begun.
   */
  writeFile: procedure
    .input(z.object({ file, text: z.string().max(4_194_304), baseVersion: z.string().nullable() }))
    .output(openedFileSchema),
  /** Merges an edit with the present text of the file; `choices` decides conflicts by their pointers. */
  mergeFile: procedure
    .input(
      z.object({
        file,
        baseText: z.string(),
        mineText: z.string(),
        choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
      }),
    )
    .output(
      z.object({
        theirs: openedFileSchema,
        /** Null while conflicts are left. */
        mergedText: z.string().nullable(),
        conflicts: z.array(fileConflictSchema),
      }),
    ),
  /** Removes a file; `restoreFile` with the result undoes it. */
  removeFile: procedure.input(z.object({ file })).output(z.object({ undoId: z.string() })),
  restoreFile: procedure.input(z.object({ undoId: z.string() })).output(z.object({ file })),
  /** Sets members of the manifest by RFC 6901 pointer; null removes one (its default is in force then). */
  setSettings: procedure
    .input(z.object({ members: z.array(z.object({ pointer: z.string(), value: z.unknown() })).min(1) }))
    .output(z.object({ version: z.string() })),
  /** The settings in force (environment included) with secrets as `{"$secret":name}` or masked. */
  settings: procedure.output(z.record(z.string(), z.unknown())),
  setEnvironment: procedure
    .input(z.object({ name: z.string().nullable() }))
    .output(z.object({ environment: z.string().nullable() })),
  /** The whole workspace as a zip in Base64, without secrets. */
  exportZip: procedure.output(
    z.object({
      fileName: z.string(),
      zipBase64: z.string(),
      files: z.array(z.string()),
      /** Members whose clear secrets were replaced by references, as `file pointer`. */
      redacted: z.array(z.string()),
      /** Files that were left out, with the reason. */
      leftOut: z.array(z.object({ file: z.string(), reason: z.string() })),
    }),
  ),
};

export const draftsContract = {
  list: procedure.output(z.array(draftSchema)),
  /** Keeps a draft; on disk, sealed, when the call returns. */
  put: procedure.input(draftSchema).output(z.object({ kept: z.literal(true) })),
  discard: procedure.input(z.object({ file })).output(z.object({ discarded: z.boolean() })),
};

/** A tab is an address of the application; its id tells two tabs at one address apart. */
export const sessionTabSchema = z.object({
  id: z.string().max(40),
  path: z.string().max(2_000),
  /** The next visit of an area takes its place, for nothing was done in it yet. */
  isPreview: z.boolean().optional(),
});
export const sessionPaneSchema = z.object({
  tabs: z.array(sessionTabSchema).max(100),
  activeTabId: z.string().nullable(),
});
/** How the window was left. */
export const sessionSchema = z.object({
  panes: z.array(sessionPaneSchema).min(1).max(2),
  activePane: z.int().min(0).max(1),
  split: z.enum(['columns', 'rows']),
  /** Share of the first pane, in percent. */
  ratio: z.number().min(10).max(90),
  isWireOpen: z.boolean(),
});

export const sessionContract = {
  get: procedure.output(sessionSchema.nullable()),
  put: procedure.input(sessionSchema).output(z.object({ kept: z.literal(true) })),
};

export type WorkspaceFile = z.infer<typeof workspaceFileSchema>;
export type OpenedFile = z.infer<typeof openedFileSchema>;
export type FileConflict = z.infer<typeof fileConflictSchema>;
export type SessionTab = z.infer<typeof sessionTabSchema>;
export type SessionPane = z.infer<typeof sessionPaneSchema>;
export type Session = z.infer<typeof sessionSchema>;
