import { exchangeNoteKind, type RecordStore } from '#main/platform/ports.ts';
import type { ExchangeNote } from './exchange-index.ts';

type Note = Omit<ExchangeNote, 'id'>;
const noNote: Note = { isPinned: false, finding: null };

/** What people noted on exchanges. */
export interface ExchangeNotes {
  /** Reads what was noted before; the other members know it only then. */
  ready(): Promise<void>;
  all(): readonly ExchangeNote[];
  /** Changes the notes on some exchanges; on disk when it returns. Gives those that are other than before. */
  change(ids: readonly string[], changes: Partial<Note>): Promise<readonly ExchangeNote[]>;
  /** Drops from memory what is gone from the state; gives what there was, as it is now. */
  forget(): readonly ExchangeNote[];
}

/** Opens the notes of a state. */
export function createExchangeNotes(records: RecordStore): ExchangeNotes {
  const notes = new Map<string, ExchangeNote>();
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    for (const { id, value } of await records.list<Note>(exchangeNoteKind)) notes.set(id, { ...value, id });
  }

  return {
    ready() {
      reading ??= read().catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
    all: () => [...notes.values()],
    async change(ids, changes) {
      const changed = ids.flatMap((id) => {
        const before = notes.get(id) ?? { ...noNote, id };
        const after: ExchangeNote = { ...before, ...changes };
        return after.isPinned === before.isPinned && after.finding === before.finding ? [] : [after];
      });
      for (const { id, ...note } of changed) {
        const isNoted = note.isPinned || note.finding !== null;
        if (isNoted) notes.set(id, { id, ...note });
        else notes.delete(id);
        if (isNoted) records.put(exchangeNoteKind, id, note, { sealed: true });
        else records.remove(exchangeNoteKind, id);
      }
      await records.commit();
      return changed;
    },
    forget() {
      const former = [...notes.keys()].map((id) => ({ ...noNote, id }));
      notes.clear();
      return former;
    },
  };
}
