import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Note, ProblemNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatDateTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.secrets;

function LostKey({ unopened, onForget }: { readonly unopened: number; readonly onForget: () => void }) {
  return (
    <Note
      kind="failed"
      title={messages.lost(unopened)}
      actions={
        <Button small kind="danger" onPress={onForget}>
          {messages.forget}
        </Button>
      }
    >
      <p>{messages.lostText}</p>
    </Note>
  );
}

/** The key that seals stored values: its location, how to change it, and the way out when it is lost. */
export function Sealing() {
  const { client, orpc, queryClient } = useApi();
  const [asked, setAsked] = useState<'rotate' | 'forget' | null>(null);
  const status = useQuery(orpc.sealing.status.queryOptions({ staleTime: 0 }));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.sealing.key() });
  const rotate = useMutation({
    mutationFn: () => client.sealing.rotate(),
    onSuccess: ({ sealedAnew }) => toast(messages.rotatedNow(sealedAnew)),
    onSettled: refresh,
  });
  const forget = useMutation({
    mutationFn: () => client.sealing.forget(),
    onSuccess: ({ forgotten }) => toast(sharedMessages.problems.forgotten(forgotten)),
    onSettled: refresh,
  });
  const act = (mutate: () => void) => {
    setAsked(null);
    mutate();
  };
  const error = status.error ?? rotate.error ?? forget.error;
  return (
    <section className="settings-group" aria-labelledby="sealing">
      <h3 id="sealing" className="title">
        {messages.key}
      </h3>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {status.data === undefined ? null : (
        <>
          {status.data.unopened === 0 ? null : (
            <LostKey unopened={status.data.unopened} onForget={() => setAsked('forget')} />
          )}
          <p className="row wraps">
            {messages.keptIn[status.data.keptIn]},{' '}
            {status.data.rotatedAtMillis === null
              ? messages.neverRotated
              : messages.rotated(formatDateTime(status.data.rotatedAtMillis))}
            <Button small disabled={rotate.isPending} onPress={() => setAsked('rotate')}>
              {messages.rotate}
            </Button>
          </p>
        </>
      )}
      {asked === 'rotate' ? (
        <Confirm
          title={messages.rotateTitle}
          text={messages.rotateText}
          act={messages.rotate}
          onClose={() => setAsked(null)}
          onAct={() => act(rotate.mutate)}
        />
      ) : null}
      {asked === 'forget' ? (
        <Confirm
          title={messages.forgetTitle}
          text={messages.forgetText}
          act={messages.forget}
          onClose={() => setAsked(null)}
          onAct={() => act(forget.mutate)}
        />
      ) : null}
    </section>
  );
}
