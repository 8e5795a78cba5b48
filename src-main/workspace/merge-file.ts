import type { FileConflict, OpenedFile } from '#shared/api/index.ts';
import {
  isJsonObject,
  type JsonValue,
  type MergeConflict,
  membersOfFormat,
  mergeThreeWay,
} from '#shared/workspace/index.ts';
import { editJson } from './json-edit.ts';
import { parseJsonDocument } from './json-file.ts';
import { requireWorkspaceFile } from './workspace-file.ts';

/** Two edits of one file, both with masked secrets. */
export interface FileMerge {
  readonly file: string;
  readonly baseText: string;
  readonly mineText: string;
  /** The present content of the file. */
  readonly theirs: OpenedFile;
  /** The version that wins, by the pointers of conflicts; empty: the document as a whole. */
  readonly choices: Readonly<Record<string, 'mine' | 'theirs'>>;
}

export interface MergedFile {
  readonly theirs: OpenedFile;
  /** Null while conflicts are left, and where the file is to stay removed. */
  readonly mergedText: string | null;
  readonly conflicts: FileConflict[];
}

/** Merges an edit here with an edit outside: member by member where both are JSON, else one of them as a whole. */
export function mergeTexts({ file, baseText, mineText, theirs, choices }: FileMerge): MergedFile {
  const theirsText = theirs.version === null ? null : theirs.text;
  const take = (mergedText: string | null): MergedFile => ({ theirs, mergedText, conflicts: [] });
  if (theirsText === baseText || theirsText === mineText) return take(mineText);
  if (mineText === baseText) return take(theirsText);
  const [base, mine, others] = [baseText, mineText, theirsText].map((text) => objectIn(file, text));
  if (theirsText === null || mine === undefined || others === undefined) {
    const choice = Object.hasOwn(choices, '') ? choices[''] : undefined;
    if (choice !== undefined) return take(choice === 'mine' ? mineText : theirsText);
    return {
      theirs,
      mergedText: null,
      conflicts: [{ pointer: '', base: baseText, mine: mineText, theirs: theirsText }],
    };
  }
  const result = mergeThreeWay(
    base,
    mine,
    others,
    new Map<string, 'mine' | 'theirs'>(Object.entries(choices)),
  );
  if ('conflicts' in result) return { theirs, mergedText: null, conflicts: result.conflicts.map(toConflict) };
  if (!isJsonObject(result.merged)) return take(theirsText);
  const known = [
    ...membersOfFormat(requireWorkspaceFile(file).format),
    ...Object.keys(isJsonObject(others) ? others : {}),
  ];
  return take(editJson(theirsText, result.merged, known));
}

function objectIn(file: string, text: string | null): JsonValue | undefined {
  const parsed = text === null ? null : parseJsonDocument(text, file);
  return parsed !== null && 'value' in parsed && isJsonObject(parsed.value.value)
    ? parsed.value.value
    : undefined;
}

function toConflict({ pointer, base, mine, theirs }: MergeConflict): FileConflict {
  return { pointer, base: toText(base), mine: toText(mine), theirs: toText(theirs) };
}

function toText(value: JsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value, null, 2);
}
