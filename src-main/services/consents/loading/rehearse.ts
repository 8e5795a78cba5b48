import type { PlanRow } from '#shared/consents/index.ts';
import type { PlatformClient } from '../platform-client/client.ts';
import { consentStateOf, readConsent } from '../platform-client/consents.ts';
import { alreadyThere } from './before.ts';
import { createLanes } from './concurrency.ts';
import type { Gate } from './gate.ts';
import type { PlanFile } from './plan-file.ts';
import { createPatientAsk } from './retrying-request.ts';
import { judge, refusedClient } from './verdict.ts';

/** The expected results of a load. */
export interface Rehearsed {
  rows: number;
  wouldAccept: number;
  alreadySame: number;
  alreadyNewer: number;
  failed: number;
}

interface RehearsalPorts {
  readonly importId: string;
  readonly client: PlatformClient;
  readonly plan: PlanFile;
  readonly reads: Gate;
  readonly parallel: number;
  readonly overwriteNewer: boolean;
  readonly monotonic: () => number;
  readonly onProgress: (rows: number) => void;
}

/**
 * Reads the state of each row of a plan, and writes nothing.
 * @throws import.target-refused,
 * import.target-failed
 */
export async function rehearse(ports: RehearsalPorts, signal: AbortSignal): Promise<Rehearsed> {
  const { plan, client, monotonic, importId } = ports;
  const ask = createPatientAsk(ports.reads, signal);
  const found: Rehearsed = { rows: 0, wouldAccept: 0, alreadySame: 0, alreadyNewer: 0, failed: 0 };

  async function look([row, userId, index, consentedAtMillis]: PlanRow): Promise<void> {
    const text = plan.head.texts[index];
    if (text === undefined) return;
    const response = await ask(() =>
      client.request(readConsent(userId, text.agreementId, `${importId}:${row}`), signal),
    );
    const verdict = judge(response);
    if (verdict.kind === 'forbidden') throw refusedClient(verdict.failure, client.profile);
    found.rows += 1;
    ports.onProgress(found.rows);
    if (verdict.kind !== 'accepted') {
      found.failed += 1;
      return;
    }
    const atMillis = consentedAtMillis ?? plan.head.frozenAtMillis;
    const already = alreadyThere(consentStateOf(response), text, atMillis, ports.overwriteNewer);
    if (already === 'already-same') found.alreadySame += 1;
    else if (already === 'already-newer') found.alreadyNewer += 1;
    else found.wouldAccept += 1;
  }

  await createLanes<PlanRow>(
    { next: () => plan.next(), perform: look, parallel: () => ports.parallel },
    monotonic,
    signal,
  ).run();
  return found;
}
