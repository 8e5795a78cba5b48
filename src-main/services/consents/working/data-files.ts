/** Names of the files in the data directory of an import. */
export const dataFiles = {
  /** One JSON array of cell texts a row, below the header. */
  rows: 'rows.ndjson',
  /** Where each row begins in it: 64-bit floats, little-endian. */
  rowIndex: 'rows.index',
  /** The place of each row in its source: row and line, each a 32-bit number. */
  rowPlaces: 'rows.places',
  /** The results of reading, and the parts of the source that a result file repeats. */
  ingested: 'ingested.json',
  /** `["key",count]` a line, by the survey. */
  userKeys: 'user-keys.ndjson',
  /** `["key","id",…]` a line: what the target has for a key; keys that were not looked up are absent. */
  users: 'users.ndjson',
  /** A `PlanHead`, then a `PlanRow` a line, in the order of the file. */
  plan: 'plan.ndjson',
  /** Eight bytes a row: outcome, flags, and the row that took its place. */
  outcomes: 'outcomes.bin',
  /** The data by which the plan was made: the sentences about its rows are made from it. */
  planContext: 'plan-context.json',
} as const;
