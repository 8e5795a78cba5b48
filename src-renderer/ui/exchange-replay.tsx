import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { strings } from '../words/strings.ts';
import { Confirm } from './confirm.tsx';
import { reportProblem } from './report-problem.ts';
import { toast } from './toast.tsx';

const words = strings.replay;

interface Replay {
  readonly id: string;
  readonly typedHost: string | null;
}

export interface ReplayAct {
  readonly replay: (id: string) => void;
  readonly isPending: boolean;
  /** Asks for the host, where the request would leave this machine. */
  readonly dialog: ReactNode;
}

/** Sends the request of an exchange again; `onSent` is given the id of the new exchange. */
export function useReplay(onSent: (id: string) => void): ReplayAct {
  const { client } = useApi();
  const [asked, setAsked] = useState<{ readonly id: string; readonly host: string } | null>(null);
  const ask = async (id: string) => {
    const { origin } = await client.exchanges.get({ id });
    setAsked({ id, host: new URL(origin).host });
  };
  const sending = useMutation({
    mutationFn: (input: Replay) => client.exchanges.replay(input),
    onSuccess: ({ id }) => {
      setAsked(null);
      toast(words.sent);
      onSent(id);
    },
    onError: (error, { id, typedHost }) => {
      const isUnasked = typedHost === null && toProblem(error).code === 'exchange.host-not-typed';
      if (isUnasked) ask(id).catch(reportProblem);
      else reportProblem(error);
    },
  });
  return {
    replay: (id) => sending.mutate({ id, typedHost: null }),
    isPending: sending.isPending,
    dialog:
      asked === null ? null : (
        <Confirm
          title={words.title(asked.host)}
          text={words.text(asked.host)}
          act={words.act}
          typed={{ text: asked.host, label: words.label(asked.host) }}
          isBusy={sending.isPending}
          onAct={() => sending.mutate({ id: asked.id, typedHost: asked.host })}
          onClose={() => setAsked(null)}
        />
      ),
  };
}
