import type { RecordStore } from '#main/platform/ports.ts';

const recordKind = 'setting';
const recordId = 'environment';

/** The environment that was chosen last; null: none. It lies in the state: a checkout says nothing about a machine. */
export async function rememberedEnvironment(records: RecordStore): Promise<string | null> {
  return records.get<string>(recordKind, recordId);
}

/** Remembers which environment was chosen, on disk when it returns. */
export async function rememberEnvironment(records: RecordStore, name: string | null): Promise<void> {
  if (name === null) records.remove(recordKind, recordId);
  else records.put(recordKind, recordId, name);
  await records.commit();
}
