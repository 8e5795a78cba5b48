/** One step of the state's schema; applied once, in order, each in its own transaction. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** Of the schema after it (`schema-check.ts`): one that differs was damaged. */
  readonly fingerprint: number;
}
