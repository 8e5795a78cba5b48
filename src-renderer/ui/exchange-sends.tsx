import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { storeRun } from '../api/queries.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Confirm } from './confirm.tsx';
import { reportProblem } from './report-problem.ts';
import { toast } from './toast.tsx';

const messages = sharedMessages.replay;

interface Sending {
  readonly id: string;
  /** As a person typed it; null: nobody was asked yet. */
  readonly typedHost: string | null;
}

/** Something that takes a recorded request up again. */
export interface ExchangeAct {
  readonly act: (id: string) => void;
  readonly isPending: boolean;
  /** Asks for the host, where the request would leave this machine. */
  readonly dialog: ReactNode;
}

/** Acts on a recorded request, and asks for its host first where the engine wants it typed. */
function useExchangeAct(
  send: (sending: Sending) => Promise<string>,
  label: string,
  onDone: (result: string) => void,
): ExchangeAct {
  const { client } = useApi();
  const [asked, setAsked] = useState<{ readonly id: string; readonly host: string } | null>(null);
  const ask = async (id: string) => {
    const { origin } = await client.exchanges.get({ id });
    setAsked({ id, host: new URL(origin).host });
  };
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      setAsked(null);
      onDone(result);
    },
    onError: (error, { id, typedHost }) => {
      const isUnasked = typedHost === null && toProblem(error).code === 'exchange.host-not-typed';
      if (isUnasked) ask(id).catch(reportProblem);
      else reportProblem(error);
    },
  });
  return {
    act: (id) => sending.mutate({ id, typedHost: null }),
    isPending: sending.isPending,
    dialog:
      asked === null ? null : (
        <Confirm
          title={messages.title(asked.host)}
          text={messages.text(asked.host)}
          act={label}
          typed={{ text: asked.host, label: messages.label(asked.host) }}
          isBusy={sending.isPending}
          onAct={() => sending.mutate({ id: asked.id, typedHost: asked.host })}
          onClose={() => setAsked(null)}
        />
      ),
  };
}

/** Sends the request of an exchange again; `onSent` is given the id of the new exchange. */
export function useReplay(onSent: (id: string) => void): ExchangeAct {
  const { client } = useApi();
  const send = async (sending: Sending) => (await client.exchanges.replay(sending)).id;
  return useExchangeAct(send, messages.act, (id) => {
    toast(messages.sent);
    onSent(id);
  });
}

/** Opens the request of an exchange as a run, where it can be edited before it is sent; `onOpened` is given its id. */
export function useOpenInFlows(onOpened: (runId: string) => void): ExchangeAct {
  const api = useApi();
  const open = async ({ id, typedHost }: Sending) => {
    const run = await api.client.flows.openExchange({ exchangeId: id, typedHost });
    storeRun(api, run);
    return run.id;
  };
  return useExchangeAct(open, messages.open, onOpened);
}
