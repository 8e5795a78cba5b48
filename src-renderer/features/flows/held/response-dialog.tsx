import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { flowMessages } from '../words.ts';
import { callbackAddress, heldResponse, usualResponse } from './response-text.ts';

const messages = flowMessages.flowHeld;

export interface ResponseDialogProps {
  readonly run: FlowRun;
  readonly step: FlowStep;
  readonly onRespond: (text: string) => void;
  readonly onClose: () => void;
}

/** The response for the client in place of the server's. */
export function ResponseDialog({ run, step, onRespond, onClose }: ResponseDialogProps) {
  const { client } = useApi();
  const isBrowser = step.act === 'browse';
  // Null: the actual answer is still being read.
  const [text, setText] = useState<string | null>(null);
  const load = useEffectEvent(async () => {
    const exchangeId = step.clientExchangeId ?? step.serverExchangeId;
    if (isBrowser) return callbackAddress(client, run);
    return exchangeId === null ? usualResponse : heldResponse(client, exchangeId);
  });
  useEffect(() => {
    let isWanted = true;
    const begin = (found: string) => {
      if (isWanted) setText((typed) => typed ?? found);
    };
    load().then(begin, () => begin(usualResponse));
    return () => {
      isWanted = false;
    };
  }, []);
  return (
    <ActDialog
      wide
      title={isBrowser ? messages.answerBrowser : messages.answerTitle(step.number)}
      act={messages.give}
      disabled={text === null || text.trim() === ''}
      onAct={() => onRespond(text ?? '')}
      onClose={onClose}
    >
      <TextArea
        label={isBrowser ? messages.callback : messages.answerLabel}
        rows={isBrowser ? 4 : 14}
        value={text ?? ''}
        help={isBrowser ? messages.callbackHelp : messages.answerHelp}
        onChange={setText}
      />
    </ActDialog>
  );
}
