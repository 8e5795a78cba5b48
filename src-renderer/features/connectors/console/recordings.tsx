import { useMutation, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { NameDialog } from '#renderer/workbench/name-dialog.tsx';
import type { VerifiedRecording } from '#shared/api/index.ts';
import type { ConnectorRun } from '#shared/connectors/trace.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectorConsole.recordings;

/** Names that files of recordings may have. */
function isRecordingName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(name);
}

export interface RecordDialogProps {
  readonly file: string;
  readonly run: ConnectorRun;
  readonly onClose: () => void;
}

/** Keeps a run as a file of the workspace, to be played again without the network. */
export function RecordDialog({ file, run, onClose }: RecordDialogProps) {
  const { client, queryClient } = useApi();
  const [name, setName] = useState(run.operation.toLowerCase());
  const adding = useMutation({
    mutationFn: () => client.connectors.record({ file, runId: run.id, name }),
    onSuccess: (recording) => {
      void queryClient.invalidateQueries();
      toast(messages.recorded(recording.file));
      onClose();
    },
  });
  return (
    <NameDialog
      title={messages.recordTitle}
      label={messages.name}
      help={messages.nameHelp}
      act={messages.recordAct}
      name={name}
      isName={isRecordingName}
      onName={setName}
      adding={adding}
      onClose={onClose}
    >
      <p className="muted">{messages.recordText}</p>
    </NameDialog>
  );
}

function Differences({ verified }: { readonly verified: VerifiedRecording }) {
  if (verified.differences.length === 0) return null;
  return (
    <Table
      label={messages.differencesOf(verified.name)}
      className="diff studio-differences"
      columns={[messages.what, messages.place, messages.expected, messages.actual]}
      isData
    >
      {verified.differences.map(({ what, pointer, expected, actual }) => (
        <tr key={`${what} ${pointer}`}>
          <td>{what}</td>
          <th scope="row" className="mono">
            {pointer}
          </th>
          <td className="mono">{JSON.stringify(expected)}</td>
          <td className="mono">{JSON.stringify(actual)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The recordings of a connector, replayed against the present document. */
export function RecordingsDialog({
  studio,
  onClose,
}: {
  readonly studio: Studio;
  readonly onClose: () => void;
}) {
  const { client, orpc } = useApi();
  const { fileName: file } = studio;
  const listed = useQuery({ ...orpc.connectors.recordings.queryOptions({ input: { file } }), staleTime: 0 });
  const verifying = useMutation({
    mutationFn: () => client.connectors.verify({ file, document: studio.file.text }),
  });
  const verdicts = new Map((verifying.data ?? []).map((verified) => [verified.file, verified]));
  const problem = listed.error ?? verifying.error;
  const recordings = listed.data ?? [];
  return (
    <ActDialog
      wide
      title={messages.title}
      act={messages.verify}
      icon={Play}
      disabled={recordings.length === 0 || verifying.isPending}
      close={sharedMessages.common.close}
      onAct={() => verifying.mutate()}
      onClose={onClose}
    >
      <p className="muted">{messages.text}</p>
      {problem === null ? null : <ProblemNote problem={toProblem(problem)} />}
      {listed.data !== undefined && recordings.length === 0 ? (
        <p className="remark">{messages.none}</p>
      ) : null}
      <ScrollRegion label={messages.title} className="dialog-scroll">
        <ul className="lines studio-recordings">
          {recordings.map((recording) => {
            const verified = verdicts.get(recording.file);
            return (
              <li key={recording.file}>
                <span className="row tight wraps">
                  <span className="mono strong wrap">{recording.name}</span>
                  <span className="muted">
                    {studioMessages.connectorConsole.operations[recording.operation]}
                  </span>
                  <span className="muted">
                    {studioMessages.connectorConsole.requests(recording.requests)}
                  </span>
                  <span className="push" />
                  {verified === undefined ? null : (
                    <Verdict of={verified.verdict === 'PASSED' ? 'passed' : 'failed'} />
                  )}
                </span>
                {verified === undefined ? null : <Differences verified={verified} />}
              </li>
            );
          })}
        </ul>
      </ScrollRegion>
    </ActDialog>
  );
}
