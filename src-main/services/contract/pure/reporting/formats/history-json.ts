import { type ContractEntry, contractEntrySchema } from '#shared/contract/history.ts';

/** Entries of the history as JSON, for programs; members are in the order of the schema. */
export function historyJson(entries: readonly ContractEntry[]): string {
  return `${JSON.stringify({ entries: entries.map((entry) => contractEntrySchema.parse(entry)) }, null, 2)}\n`;
}
