import { useState } from 'react';
import type { FlowRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { strings } from '../../words/strings.ts';

/** The exchanges of a run, each once: the sender's record where there is one. */
export function exchangeIds(run: FlowRun): string[] {
  return run.steps.map((step) => step.clientExchangeId ?? step.serverExchangeId).filter((id) => id !== null);
}

export interface HarActs {
  readonly exportRun: (run: FlowRun) => void;
  readonly importFile: (file: File) => void;
  /** Why the last export or import failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** Takes a run out of the application as HAR 1.2, and brings HAR documents in. */
export function useHar(): HarActs {
  const { client } = useApi();
  const [problem, setProblem] = useState<Problem | null>(null);
  const report = (error: unknown) => setProblem(toProblem(error));
  const exportRun = async (run: FlowRun) => {
    setProblem(null);
    const made = await client.exchanges.har({ ids: exchangeIds(run) });
    saveFile(`run-${run.number}.har`, made.text, 'application/json');
    toast(strings.runs.exported(made.redacted.length));
  };
  const importFile = async (file: File) => {
    setProblem(null);
    const job = await client.exchanges.importHar({ text: await file.text() });
    toast(strings.runs.importStarted(job.entries));
  };
  return {
    exportRun: (run) => void exportRun(run).catch(report),
    importFile: (file) => void importFile(file).catch(report),
    problem,
    dismiss: () => setProblem(null),
  };
}
