import type { RecordStore } from '#main/platform/ports.ts';
import type { ImportTemplate } from '#shared/api/index.ts';

const templateKind = 'import-template';

/** Mappings that a person keeps for other files. */
export interface Templates {
  list(): Promise<ImportTemplate[]>;
  save(template: ImportTemplate): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Makes the store of templates; what they say of users is not kept with them. */
export function createTemplates(records: RecordStore): Templates {
  return {
    async list() {
      const stored = await records.list<ImportTemplate>(templateKind);
      return stored.map(({ value }) => value).toSorted((a, b) => a.name.localeCompare(b.name));
    },
    async save({ name, mapping, dates }) {
      const bare = { ...mapping, user: { ...mapping.user, through: null } };
      records.put(templateKind, name, { name, mapping: bare, dates });
      await records.commit();
    },
    async remove(name) {
      records.remove(templateKind, name);
      await records.commit();
    },
  };
}
