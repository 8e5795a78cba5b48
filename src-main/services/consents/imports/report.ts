import type { ImportReport } from '#shared/api/index.ts';
import { rowOutcomes } from '#shared/consents/index.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';

/** Reports the outcome of an import: the audit record, and the data to be signed off. */
export async function reportOf(ports: ImportPorts, open: OpenImport): Promise<ImportReport> {
  const { job, status } = open;
  if (status.report !== null) return status.report;
  const { ledger } = await open.journal();
  const target = ports.targets().find(({ view }) => view.name === job.target);
  const outcomes = job.plan?.outcomes ?? {};
  const { restored, revoked, notRestorable } = ledger.undone;
  return {
    name: job.name,
    state: status.state,
    target: target?.view.displayName ?? job.target ?? '',
    environmentId: open.matches?.environmentId ?? target?.view.environmentId ?? '',
    fileName: job.source.name,
    sha256: job.source.sha256 ?? '',
    planHash: ledger.planHash === '' ? (job.plan?.hash ?? '') : ledger.planHash,
    appVersion: ports.version,
    startedAtMillis: ledger.begunAtMillis,
    endedAtMillis: ledger.endedAtMillis,
    startedBy: ledger.begunBy,
    rows: job.plan?.rows ?? 0,
    counts: open.counts(),
    notSent: rowOutcomes.flatMap((outcome) => {
      const rows = outcome === 'ready' ? 0 : (outcomes[outcome] ?? 0);
      return rows === 0 ? [] : [{ outcome, rows }];
    }),
    failures: ledger.failures().map(({ code, message, rows }) => ({ code, message, rows })),
    undone: ledger.isUndoBegun ? { restored, revoked, notRestorable } : null,
  };
}
