import { exchangeNoteKind, type RecordStore } from '#main/platform/ports.ts';
import { type ExchangeNote, isNoted } from './exchange-index.ts';

type Note = Omit<ExchangeNote, 'id'>;
const noNote: Note = { isPinned: false, finding: null, contract: [] };
/** The most exchanges whose findings are kept; the oldest are dropped. */
const maxMarked = 5_000;

/** Notes that people made on exchanges. */
export interface ExchangeNotes {
  /** Reads the earlier notes; the other members know them only afterwards. */
  ready(): Promise<void>;
  all(): readonly ExchangeNote[];
  /** Changes the notes on some exchanges; on disk when it returns. Gives those that are other than before. */
  change(ids: readonly string[], changes: Partial<Omit<Note, 'contract'>>): Promise<readonly ExchangeNote[]>;
  /** Notes what rules found, until the process ends: it is found again where it is looked for again. */
  mark(marks: readonly Pick<ExchangeNote, 'id' | 'contract'>[]): readonly ExchangeNote[];
  /** Drops exchanges from memory that are gone from the state; returns the rest in its present form. */
  forget(): readonly ExchangeNote[];
}

/** Opens the notes of a state. */
export function createExchangeNotes(records: RecordStore): ExchangeNotes {
  const notes = new Map<string, ExchangeNote>();
  const marked = new Set<string>();
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    for (const { id, value } of await records.list<Note>(exchangeNoteKind))
      notes.set(id, { ...value, contract: notes.get(id)?.contract ?? [], id });
  }

  /** Those that are too many, as they are now. */
  function unmarked(): readonly ExchangeNote[] {
    const ids = [...marked].slice(0, Math.max(0, marked.size - maxMarked));
    return ids.map((id) => {
      marked.delete(id);
      const note: ExchangeNote = { ...noNote, ...notes.get(id), id, contract: [] };
      if (isNoted(note)) notes.set(id, note);
      else notes.delete(id);
      return note;
    });
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
        const { isPinned, finding } = note;
        if (isNoted(note)) notes.set(id, { id, ...note });
        else notes.delete(id);
        if (isPinned || finding !== null)
          records.put(exchangeNoteKind, id, { isPinned, finding }, { sealed: true });
        else records.remove(exchangeNoteKind, id);
      }
      await records.commit();
      return changed;
    },
    mark(marks) {
      const changed = marks.map(
        ({ id, contract }): ExchangeNote => ({ ...noNote, ...notes.get(id), id, contract }),
      );
      for (const note of changed) {
        notes.set(note.id, note);
        marked.add(note.id);
      }
      return [...changed, ...unmarked()];
    },
    forget() {
      marked.clear();
      const former = [...notes.keys()].map((id) => ({ ...noNote, id }));
      notes.clear();
      return former;
    },
  };
}
