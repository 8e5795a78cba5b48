import { GatehouseError } from '#shared/errors/index.ts';
import { createPatientAsk } from '../loading/retrying-request.ts';
import { segment } from '../platform-client/consents.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { withTarget } from './targets.ts';

/** Read-only members of an agreement. */
const readOnly: ReadonlySet<string> = new Set([
  'id',
  'environment',
  '_links',
  'createdAt',
  'updatedAt',
  'totalConsents',
  'totalExpiredConsents',
  'consentsAggregatedAt',
]);

/** Changes the days after which consents to an agreement expire. @throws import.target-failed */
export async function applyPeriod(
  ports: ImportPorts,
  open: OpenImport,
  agreementId: string,
  days: number,
): Promise<void> {
  const { signal } = new AbortController();
  await withTarget(ports, open, async ({ client, reads, writes }) => {
    const path = `/agreements/${segment(agreementId)}`;
    const tags = ['operation:agreement'];
    const current = await createPatientAsk(
      reads,
      signal,
    )(() => client.request({ method: 'GET', path, tags }, signal));
    if (current.status !== 200) throw notChanged(current.status);
    const kept = Object.fromEntries(Object.entries(current.body).filter(([name]) => !readOnly.has(name)));
    const body = JSON.stringify({ ...kept, reconsentPeriodDays: days });
    const response = await createPatientAsk(
      writes,
      signal,
    )(() => client.request({ method: 'PUT', path, contentType: 'application/json', body, tags }, signal));
    if (response.status !== 200) throw notChanged(response.status);
  });
}

function notChanged(status: number): GatehouseError {
  return new GatehouseError(
    'import.target-failed',
    `The reconsent period was not changed: the platform responded with status ${status}.`,
    {
      fix: 'Give the worker client permission to change agreements, or change the period on the platform.',
    },
  );
}
