import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import { runFiles } from '#shared/exports/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { useOpenInFlows, useReplay } from '../../ui/exchange-sends.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast, toastUndo } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { flowRunPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import type { Rows } from './use-rows.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;
const maxExported = 10_000;

export interface ActivityActs {
  readonly replay: (id: string) => void;
  readonly openInFlows: (id: string) => void;
  /** Asks for a host beyond this machine before anything is sent there. */
  readonly dialog: ReactNode;
  readonly pin: (ids: readonly string[], isPinned: boolean) => void;
  readonly mark: (row: ActivityRow, note: string | null) => void;
  readonly exportIds: (ids: readonly string[]) => void;
  readonly exportMatching: (filter: string) => void;
  readonly importFile: (file: File) => void;
  /** Imports the pasted text, and shows its first exchange; resolves when it was taken or refused. */
  readonly importText: (text: string) => Promise<void>;
}

function usePinning(rows: Rows) {
  const { client } = useApi();
  return useMutation({
    mutationFn: ({ ids, isPinned }: { readonly ids: readonly string[]; readonly isPinned: boolean }) =>
      client.activity.pin({ ids: [...ids], isPinned }),
    onSuccess: (_answer, { ids, isPinned }) =>
      rows.change((row) => (ids.includes(row.id) ? { ...row, isPinned } : row)),
    onError: reportProblem,
  });
}

/** Returns the actions on exchanges of the log; `selectNewest` shows one that was just made. */
export function useActs(rows: Rows, selectNewest: (id: string) => void): ActivityActs {
  const { client } = useApi();
  const pinning = usePinning(rows);
  const replay = useReplay(selectNewest);
  const openInFlows = useOpenInFlows((runId) => openLink(flowRunPath(runId)));
  const mark = useMutation({
    mutationFn: ({ row, note }: { readonly row: ActivityRow; readonly note: string | null }) =>
      client.activity.markFinding({ id: row.id, note }),
    onSuccess: (marked) => rows.change((row) => (row.id === marked.id ? marked : row)),
    onError: reportProblem,
  });
  const exportHar = useMutation({
    mutationFn: async (ids: readonly string[]) => ({
      made: await client.exchanges.har({ ids: [...ids] }),
      count: ids.length,
    }),
    onSuccess: ({ made, count }) => {
      saveFile('activity.har', made.text, runFiles.har.mediaTypes[0]);
      toast(messages.exported(count, made.redacted.length));
    },
    onError: reportProblem,
  });
  const importing = useMutation({
    mutationFn: (text: string) => client.exchanges.importHar({ text }),
    onSuccess: ({ entries }) => toast(sharedMessages.runs.importStarted(entries)),
  });
  return {
    replay: replay.act,
    openInFlows: openInFlows.act,
    dialog: replay.dialog ?? openInFlows.dialog,
    pin: (ids, isPinned) => {
      pinning.mutate({ ids, isPinned });
      toastUndo((isPinned ? messages.pinned : messages.unpinned)(ids.length), () =>
        pinning.mutate({ ids, isPinned: !isPinned }),
      );
    },
    mark: (row, note) => mark.mutate({ row, note }),
    exportIds: exportHar.mutate,
    exportMatching: (filter) => {
      client.activity
        .ids({ filter, limit: maxExported })
        .then(({ ids }) => exportHar.mutate(ids), reportProblem);
    },
    importFile: (file) => {
      file
        .text()
        .then((text) => importing.mutateAsync(text))
        .catch(reportProblem);
    },
    importText: async (text) => selectNewest((await importing.mutateAsync(text)).firstId),
  };
}
