import { records } from './001-records.ts';
import { exchangeBlocks } from './002-exchange-blocks.ts';
import { recordGroups } from './003-record-groups.ts';
import { checksums } from './004-checksums.ts';
import type { Migration } from './migration.ts';

/** Every migration, oldest first. Never change one that was released: add the next. */
export const migrations: readonly Migration[] = [records, exchangeBlocks, recordGroups, checksums];
