import { z } from 'zod';
import { preferencesSchema } from '../workspace/preferences.ts';
import { procedure } from './base.ts';

const directory = z.string().min(1).max(4_096);

export const recentWorkspaceSchema = z.object({
  directory,
  name: z.string(),
  openedAtMillis: z.number(),
  /** True if the folder currently exists. */
  exists: z.boolean(),
  isOpen: z.boolean(),
});

/** Everything that is kept for this user on this machine, whichever workspace is open. */
export const installationContract = {
  recent: procedure.output(z.array(recentWorkspaceSchema)),
  forgetRecent: procedure.input(z.object({ directory })).output(z.array(recentWorkspaceSchema)),
  /** The folder that is proposed for new workspaces. */
  places: procedure.output(z.object({ workspaces: z.string() })),
  /** Makes a folder with a workspace in it; fails with `workspace.not-empty` when something is there already. */
  create: procedure
    .input(z.object({ directory, name: z.string().min(1).max(200), from: z.enum(['empty', 'sample']) }))
    .output(z.object({ directory })),
  /** Copies the files of the open workspace, with an id of its own; secrets stay behind. */
  duplicate: procedure
    .input(z.object({ directory, name: z.string().min(1).max(200) }))
    .output(z.object({ directory })),
  /** Unpacks an exported zip into a folder that is empty or does not exist. */
  importZip: procedure
    .input(z.object({ directory, zipBase64: z.string().max(90_000_000) }))
    .output(z.object({ directory, files: z.array(z.string()) })),
  /**
   * Asks the host to open another workspace in place of this one. The connection ends; the next one is to the other.
   * Fails with `state.moved` where it has to be decided whether a state is that of this folder.
   */
  open: procedure
    .input(z.object({ directory, state: z.enum(['adopt', 'new']).optional() }))
    .output(z.object({ directory })),
  preferences: procedure.output(preferencesSchema),
  setPreferences: procedure.input(preferencesSchema).output(preferencesSchema),
};

/** How the key that seals the state is kept. */
export const keyPlaces = ['key-store', 'known-key', 'file', 'environment', 'memory'] as const;

export type KeyPlaceName = (typeof keyPlaces)[number];

export const sealingContract = {
  status: procedure.output(
    z.object({
      keptIn: z.enum(keyPlaces),
      /** When it was last changed here; null: never. */
      rotatedAtMillis: z.number().nullable(),
      /** Values that the key at hand does not open. */
      unopened: z.int(),
    }),
  ),
  /** Makes a new key, keeps it, and seals everything anew under it. */
  rotate: procedure.output(z.object({ sealedAnew: z.int() })),
  /** The way out of a lost key: drops everything sealed with it. */
  forget: procedure.output(z.object({ forgotten: z.int() })),
};

export const trustContract = {
  /** The root certificate of the workspace's CA, made if there is none yet, and how systems are made to trust it. */
  root: procedure.output(
    z.object({
      fileName: z.string(),
      pem: z.string(),
      subject: z.string(),
      sha256: z.string(),
      notBeforeMillis: z.number(),
      notAfterMillis: z.number(),
      instructions: z.array(
        z.object({
          system: z.string(),
          name: z.string(),
          trust: z.array(z.string()),
          undo: z.array(z.string()),
        }),
      ),
    }),
  ),
};

export type RecentWorkspace = z.infer<typeof recentWorkspaceSchema>;
