import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OpenedFile } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { caseProblems, checkText } from './check-file.ts';
import { maskClearSecrets, unmaskSecrets } from './masking.ts';
import { type FileMerge, type MergedFile, mergeTexts } from './merge-file.ts';
import { resolveInWorkspace } from './resolve-path.ts';
import { sealText } from './seal-clear.ts';
import type { SecretStore } from './secrets.ts';
import type { UndoStore } from './undo.ts';
import type { Workspace } from './workspace.ts';
import { isReadOnly, requireWorkspaceFile, textNow, versionOf } from './workspace-file.ts';
import { writeWorkspaceFile } from './write-file.ts';

export interface FileEditorPorts {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly undo: UndoStore;
  readonly random: Random;
  /** True if secrets that are typed in clear are sealed when a file is saved. */
  readonly seal: boolean;
  /** Ids of the attack cases that Gatehouse brings along; absent: none. */
  readonly builtInCases?: () => ReadonlySet<string>;
}

/** The files of a workspace for editors, with their clear-text secrets masked. */
export interface FileEditor {
  /** @throws workspace.outside, workspace.unreadable, workspace.too-large */
  read(file: string): OpenedFile;
  /** A text with each mask replaced by the value in the file. @throws secret.masked, workspace.outside */
  unmask(file: string, text: string): string;
  /** @throws workspace.outside */
  check(file: string, text: string): readonly Problem[];
  /**
   * Writes a file; a text `from` elsewhere is judged like an edit from outside.
   * @throws workspace.conflict, workspace.syntax, workspace.invalid, workspace.outside, workspace.unwritable,
   * secret.masked
   */
  write(
    file: string,
    text: string,
    baseVersion: string | null,
    from?: 'here' | 'elsewhere',
  ): Promise<OpenedFile>;
  merge(merge: Omit<FileMerge, 'theirs'>): MergedFile;
  /** Returns under which id it can be had back for ten minutes. @throws api.not-found, workspace.conflict */
  remove(file: string): Promise<string>;
  /** @throws api.not-found, workspace.conflict */
  restore(undoId: string): Promise<string>;
}

/** Makes the editors' side of a workspace. */
export function createFileEditor(ports: FileEditorPorts): FileEditor {
  const { workspace, secrets, undo, random, seal, builtInCases = () => new Set() } = ports;
  const { directory } = workspace;

  function read(file: string): OpenedFile {
    requireWorkspaceFile(file);
    const text = textNow(directory, file);
    return {
      file,
      text: text === null ? '' : maskClearSecrets(file, text),
      version: versionOf(text),
      isReadOnly: isReadOnly(directory, file),
    };
  }

  function requireVersion(file: string, baseVersion: string | null): string | null {
    const now = textNow(directory, file);
    if (versionOf(now) === baseVersion) return now;
    throw new GatehouseError('workspace.conflict', `${file} has changed since you opened it.`, {
      fix: 'Merge your changes into the current content of the file.',
      location: { file },
    });
  }

  function put(file: string, text: string, from: 'here' | 'elsewhere' = 'here'): void {
    writeWorkspaceFile(directory, file, text, random);
    workspace.rescan(new Set(from === 'here' ? [file] : []));
  }

  return {
    read,
    unmask(file, text) {
      requireWorkspaceFile(file);
      return unmaskSecrets(file, text, textNow(directory, file));
    },
    check(file, text) {
      const { blocking, others } = checkText(workspace, file, text);
      const ofCases = blocking.length > 0 ? [] : caseProblems(workspace, file, text, builtInCases);
      return [...blocking, ...others, ...ofCases];
    },
    async write(file, text, baseVersion, from) {
      requireWorkspaceFile(file);
      const whole = unmaskSecrets(file, text, requireVersion(file, baseVersion));
      const [problem] = checkText(workspace, file, whole).blocking;
      if (problem !== undefined) throw GatehouseError.fromProblem(problem);
      const sealed = seal ? await sealText(file, whole, secrets) : whole;
      // Storing took its time: another may have been faster.
      requireVersion(file, baseVersion);
      put(file, sealed, from);
      return read(file);
    },
    merge: (merge) => mergeTexts({ ...merge, theirs: read(merge.file) }),
    async remove(file) {
      requireWorkspaceFile(file);
      const text = textNow(directory, file);
      if (text === null) throw noFile(file);
      const id = await undo.keep({ kind: 'file', file, text });
      // Keeping took its time: what somebody wrote meanwhile could not be had back.
      requireVersion(file, versionOf(text));
      removeEntry(directory, file);
      // Files are gone when two looks do not find them: this one is known to be.
      if (workspace.rescan(new Set([file]))) workspace.rescan(new Set([file]));
      return id;
    },
    async restore(undoId) {
      const { file, text } = await undo.find('file', undoId);
      requireVersion(file, null);
      put(file, text);
      await undo.forget(undoId);
      return file;
    },
  };
}

/** Removes the name, never what a link of that name leads to. */
function removeEntry(directory: string, file: string): void {
  const folder = dirname(file);
  try {
    rmSync(join(folder === '.' ? directory : resolveInWorkspace(directory, folder), basename(file)));
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    throw new GatehouseError('workspace.unwritable', `${file} cannot be removed.`, {
      fix: 'Give this user write permission for its folder.',
      location: { file },
      cause,
    });
  }
}

function noFile(file: string): GatehouseError {
  return new GatehouseError('api.not-found', `${file} does not exist.`, { location: { file } });
}
