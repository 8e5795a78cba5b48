import { records } from './001-records.ts';
import { exchangeBlocks } from './002-exchange-blocks.ts';
import { recordGroups } from './003-record-groups.ts';

/** One step of the state's schema; applied once, in order, each in its own transaction. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Every migration, oldest first. Never change one that was released: add the next. */
export const migrations: readonly Migration[] = [records, exchangeBlocks, recordGroups];
