import type { RecordStore } from '#main/platform/ports.ts';
import type { Draft } from '#shared/drafts/draft.ts';
import { boundHistory } from '#shared/drafts/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { FileEditor } from './file-editor.ts';

/** Kind of the records of drafts. */
export const draftKind = 'draft';

/** Texts that were typed and not saved, sealed in the state. */
export interface Drafts {
  list(): Promise<readonly Draft[]>;
  /** On disk when it returns; a draft that says what the file says is dropped. */
  put(draft: Draft): Promise<void>;
  discard(file: string): Promise<boolean>;
  /** Drops the draft of a file that was saved with this text: the file has it now. */
  settle(file: string, savedText: string): Promise<void>;
}

/** A draft as it lies in the state: texts that are equal lie there once. */
interface StoredDraft extends Omit<Draft, 'savedText'> {
  readonly savedText?: string;
}

/** Opens the drafts of a workspace, whose files editors read through `editor`. */
export function createDrafts(records: RecordStore, editor: Pick<FileEditor, 'read'>): Drafts {
  async function list(): Promise<readonly Draft[]> {
    const stored = await records.list<StoredDraft>(draftKind);
    const drafts = stored.map(({ value }) => ({ ...value, savedText: value.savedText ?? value.baseText }));
    const idle = drafts.filter(saysWhatTheFileSays);
    for (const { file } of idle) records.remove(draftKind, file);
    return drafts.filter((draft) => !idle.includes(draft));
  }

  function saysWhatTheFileSays({ file, text }: Draft): boolean {
    try {
      const opened = editor.read(file);
      return opened.version !== null && opened.text === text;
    } catch (error) {
      // A file that cannot be read differs from the draft.
      if (error instanceof GatehouseError) return false;
      throw error;
    }
  }

  async function remove(file: string): Promise<void> {
    records.remove(draftKind, file);
    await records.commit();
  }

  return {
    list,
    async put(draft) {
      if (saysWhatTheFileSays(draft)) return remove(draft.file);
      const { baseText, edits } = boundHistory(draft);
      const { savedText, ...rest } = draft;
      const stored: StoredDraft = { ...rest, baseText, edits: [...edits] };
      const value = savedText === baseText ? stored : { ...stored, savedText };
      records.put(draftKind, draft.file, value, { sealed: true });
      await records.commit();
    },
    async discard(file) {
      const wasThere = (await records.get(draftKind, file)) !== null;
      if (wasThere) await remove(file);
      return wasThere;
    },
    async settle(file, savedText) {
      const draft = await records.get<StoredDraft>(draftKind, file);
      if (draft?.text === savedText) await remove(file);
    },
  };
}
