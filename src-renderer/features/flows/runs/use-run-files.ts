import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { type RunFormat, runFiles } from '#shared/exports/index.ts';

/** The exchanges of a run, each once: the sender's record where there is one. */
export function exchangeIds(run: FlowRun): string[] {
  return run.steps.map((step) => step.clientExchangeId ?? step.serverExchangeId).filter((id) => id !== null);
}

type Client = ReturnType<typeof useApi>['client'];
interface Made {
  readonly text: string;
  readonly redacted: readonly string[];
}

const makers: Readonly<Record<RunFormat, (client: Client, run: FlowRun) => Promise<Made>>> = {
  har: (client, run) => client.exchanges.har({ ids: exchangeIds(run) }),
  markdown: (client, { id }) => client.flows.export({ runId: id, format: 'markdown' }),
  curl: (client, { id }) => client.flows.export({ runId: id, format: 'curl' }),
};

export interface RunFiles {
  readonly exportRun: (run: FlowRun, format: RunFormat) => void;
  readonly importFile: (file: File) => void;
  /** Why the last export or import failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** Takes a run out of the application as HAR 1.2, Markdown or a script, and brings HAR documents in. */
export function useRunFiles(): RunFiles {
  const { client } = useApi();
  const [problem, setProblem] = useState<Problem | null>(null);
  const report = (error: unknown) => setProblem(toProblem(error));
  const exportRun = async (run: FlowRun, format: RunFormat) => {
    setProblem(null);
    const made = await makers[format](client, run);
    const { endings, mediaTypes } = runFiles[format];
    saveFile(`run-${run.number}.${endings[0]}`, made.text, mediaTypes[0]);
    toast(sharedMessages.runs.exported(sharedMessages.runs.formats[format], made.redacted.length));
  };
  const importFile = async (file: File) => {
    setProblem(null);
    const job = await client.exchanges.importHar({ text: await file.text() });
    toast(sharedMessages.runs.importStarted(job.entries));
  };
  return {
    exportRun: (run, format) => void exportRun(run, format).catch(report),
    importFile: (file) => void importFile(file).catch(report),
    problem,
    dismiss: () => setProblem(null),
  };
}
