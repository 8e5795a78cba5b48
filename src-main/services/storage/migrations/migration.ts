/** One step of the state's schema; applied once, in order, each in its own transaction. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
