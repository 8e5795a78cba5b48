import { type RecordStore, sandboxRecordKinds } from '#main/platform/ports.ts';
import type { Clock } from '#shared/time/clock.ts';
import { seedEnvironment } from '../seed/environment.ts';
import { type Activities, createActivities } from './activities.ts';
import { type Consents, createConsents } from './consents.ts';
import { createEntities, type Entities } from './entities.ts';
import { Users } from './users.ts';

const seedKind = sandboxRecordKinds.seed;

/** A passcode that was sent; it is kept in memory alone. */
interface Passcode {
  readonly value: string;
  readonly sentAtMillis: number;
}

/** All that the sandbox knows. */
export interface SandboxState {
  readonly entities: Entities;
  readonly users: Users;
  readonly consents: Consents;
  readonly activities: Activities;
  /** Passcodes that wait, by the ids of their devices. */
  readonly passcodes: Map<string, Passcode>;
}

/** Reads the changes on top of the initial state; without any the sandbox starts anew. */
export async function loadState(
  records: RecordStore,
  clock: Clock,
  seededUsers: () => number,
): Promise<SandboxState> {
  const seededAtMillis = await beginning(records, clock);
  const entities = createEntities(records);
  const users = new Users(records, seededUsers, seededAtMillis);
  const consents = createConsents(records);
  const activities = createActivities(records);
  await Promise.all([
    entities.load(seedEnvironment(seededAtMillis), seededAtMillis),
    users.load(),
    consents.load(),
    activities.load(),
  ]);
  return { entities, users, consents, activities, passcodes: new Map() };
}

/** Start of the sandbox: everything later was created in it. */
async function beginning(records: RecordStore, clock: Clock): Promise<number> {
  const known = await records.get<number>(seedKind, 'at');
  if (known !== null) return known;
  const nowMillis = clock.nowMillis();
  records.put(seedKind, 'at', nowMillis);
  await records.commit();
  return nowMillis;
}
