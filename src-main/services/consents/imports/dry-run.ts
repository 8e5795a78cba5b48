import type { ImportDryRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { curlCommand } from '#shared/shell/curl-command.ts';
import { openPlan } from '../loading/plan-file.ts';
import { acceptConsent } from '../platform-client/consents.ts';
import { dataFiles, readPlaces } from '../working/index.ts';
import { dataPath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { targetOf } from './targets.ts';

/** Placeholder for the access token where a request is shown. */
const shownToken = 'ACCESS_TOKEN';

/** Describes the effects of a load, with some of the very requests; nothing is sent. @throws import.not-now */
export async function dryRunOf(ports: ImportPorts, open: OpenImport, samples: number): Promise<ImportDryRun> {
  const { job, folder, status } = open;
  if (job.plan === null)
    throw new GatehouseError('import.not-now', 'The import has no plan yet.', {
      fix: 'Match the users first.',
    });
  const { profile } = targetOf(ports, open);
  const { client, close } = ports.connect(profile, 1);
  const placeOf = await readPlaces(folder.directory, job.reading?.headerRow ?? 0);
  const plan = await openPlan(dataPath(folder, dataFiles.plan));
  try {
    if (plan.head.hash !== job.plan.hash)
      throw new GatehouseError('import.plan-changed', 'The plan does not match this job file.', {
        fix: 'Plan the import again.',
      });
    const shown: ImportDryRun['samples'] = [];
    while (shown.length < samples) {
      const row = await plan.next();
      if (row === null) break;
      const [number, userId, index, consentedAtMillis] = row;
      const text = plan.head.texts[index];
      if (text === undefined) continue;
      const atMillis = consentedAtMillis ?? ports.clock.nowMillis();
      const ask = acceptConsent(
        userId,
        { ...text, consentedAtMillis: atMillis },
        ports.mediaType(),
        `${job.id}:${number}`,
      );
      const exact = client.exact(ask, shownToken);
      const headers = exact.headers.map(([name, value]): [string, string] => [name, value]);
      shown.push({
        row: placeOf(number).row,
        ...exact,
        headers,
        body: exact.body ?? '',
        curl: curlCommand(exact),
      });
    }
    const writes = job.plan.outcomes['ready'] ?? 0;
    const pace = job.loading.pace ?? profile.limit;
    const limitPerSecond = pace?.mode === 'told' ? pace.perSecond : null;
    open.note({ dryRunHash: job.plan.hash });
    return {
      planHash: job.plan.hash,
      requests: { reads: job.loading.readBefore ? writes : 0, writes },
      limitPerSecond,
      expectedMillis: limitPerSecond === null ? null : (writes / limitPerSecond) * 1_000,
      samples: shown,
      rehearsal: status.rehearsal,
    };
  } finally {
    await plan.close();
    await close();
  }
}
