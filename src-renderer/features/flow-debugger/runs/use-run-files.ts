import { useState } from 'react';
import type { FlowRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.tsx';
import { strings } from '../../../words/strings.ts';

/** The exchanges of a run, each once: the sender's record where there is one. */
export function exchangeIds(run: FlowRun): string[] {
  return run.steps.map((step) => step.clientExchangeId ?? step.serverExchangeId).filter((id) => id !== null);
}

export type RunFormat = 'har' | 'markdown' | 'curl';

const files = {
  har: { extension: 'har', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  curl: { extension: 'sh', mediaType: 'text/x-shellscript' },
} as const satisfies Readonly<Record<RunFormat, { extension: string; mediaType: string }>>;

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
    const made =
      format === 'har'
        ? await client.exchanges.har({ ids: exchangeIds(run) })
        : await client.flows.export({ runId: run.id, format });
    const { extension, mediaType } = files[format];
    saveFile(`run-${run.number}.${extension}`, made.text, mediaType);
    toast(strings.runs.exported(strings.runs.formats[format], made.redacted.length));
  };
  const importFile = async (file: File) => {
    setProblem(null);
    const job = await client.exchanges.importHar({ text: await file.text() });
    toast(strings.runs.importStarted(job.entries));
  };
  return {
    exportRun: (run, format) => void exportRun(run, format).catch(report),
    importFile: (file) => void importFile(file).catch(report),
    problem,
    dismiss: () => setProblem(null),
  };
}
