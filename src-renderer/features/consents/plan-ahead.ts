import type { Client } from '#renderer/api/client.ts';
import type { ImportView } from '#shared/api/index.ts';
import { type DateReading, decideDates, type Mapping, type Reading } from '#shared/consents/index.ts';
import { draftOf, mappingOf, readsDates } from './map/mapping-draft.ts';
import { onlyTarget } from './use-targets.ts';

/** How often an import is asked for while it is worked on, in milliseconds. */
const askEveryMillis = 150;

/** Waits until nothing goes on with an import. */
async function settled(client: Client, id: string): Promise<ImportView> {
  for (;;) {
    const view = await client.imports.get({ id });
    if (view.work?.state !== 'queued' && view.work?.state !== 'running') return view;
    await new Promise((resolve) => setTimeout(resolve, askEveryMillis));
  }
}

interface Suggested {
  readonly mapping: Mapping;
  readonly dates: DateReading | null;
}

/** The mapping that the file suggests; null where a person has to say something. */
async function suggested(client: Client, id: string): Promise<Suggested | null> {
  const draft = draftOf((await client.imports.suggest({ id })).mapping);
  const mapping = mappingOf(draft);
  if (mapping === null) return null;
  if (!readsDates(draft)) return { mapping, dates: null };
  const { dates: survey } = await client.imports.survey({ id, mapping, dates: null });
  const dates = survey === null ? null : decideDates(survey, { formats: null, zone: null }).reading;
  return dates === null ? null : { mapping, dates };
}

/**
 * Reads the file, maps it and looks everything up, as far as nothing is left to a person: the import stands then at the
 * step that needs one, or at its plan. Nothing is written at the target.
 */
export async function planAhead(client: Client, id: string, reading: Reading): Promise<ImportView> {
  await client.imports.read({ id, reading });
  const read = await settled(client, id);
  if (!read.done.includes('file')) return read;
  const found = await suggested(client, id);
  if (found === null) return read;
  const mapped = await client.imports.save({ id, ...found });
  const target = mapped.job.target ?? onlyTarget(await client.imports.targets())?.name;
  if (target === undefined) return mapped;
  await client.imports.save({ id, target });
  await client.imports.match({ id });
  return settled(client, id);
}
