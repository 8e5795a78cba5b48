import type { RecordStore } from '#main/platform/ports.ts';
import type { SavedFilter } from '#shared/api/index.ts';
import type { Random } from '#shared/time/clock.ts';

const recordKind = 'activity-filter';
const idBytes = 9;

/** Filters that were given a name. */
export interface SavedFilters {
  /** In the order of their names. */
  list(): Promise<SavedFilter[]>;
  /** On disk when it returns; takes the place of one of the same name. */
  save(filter: Omit<SavedFilter, 'id'>): Promise<SavedFilter>;
  remove(id: string): Promise<boolean>;
}

/** Opens the saved filters of a state. They are sealed: they name users and clients. */
export function createSavedFilters(records: RecordStore, random: Random): SavedFilters {
  async function list(): Promise<SavedFilter[]> {
    const stored = await records.list<Omit<SavedFilter, 'id'>>(recordKind);
    return stored
      .map(({ id, value }) => ({ ...value, id }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  }
  return {
    list,
    async save({ name, filter }) {
      const former = (await list()).find((saved) => saved.name === name);
      const id = former?.id ?? Buffer.from(random.bytes(idBytes)).toString('base64url');
      records.put(recordKind, id, { name, filter }, { sealed: true });
      await records.commit();
      return { id, name, filter };
    },
    async remove(id) {
      const wasThere = (await records.get(recordKind, id)) !== null;
      records.remove(recordKind, id);
      await records.commit();
      return wasThere;
    },
  };
}
