import type { Place } from '../place.ts';
import { zoneSet } from '../test-sets.ts';

/** Zones with odd minutes, a summer time of its own, and a date line that moved. */
const zones = ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'];

/** Places that differ in the zone of the machine. */
export const zonePlaces: readonly Place[] = zones.map((zone) => ({
  id: `zone-${zone.split('/')[1]?.toLowerCase().replace('_', '-')}`,
  title: `TZ=${zone}`,
  set: zoneSet,
  prepare: async ({ ordinary }) => ({ checkout: ordinary(), env: { TZ: zone } }),
}));
