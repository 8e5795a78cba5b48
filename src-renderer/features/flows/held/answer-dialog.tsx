import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { callbackAddress, heldAnswer, usualAnswer } from './answer-text.ts';

const messages = flowMessages.flowHeld;

export interface AnswerDialogProps {
  readonly run: FlowRun;
  readonly step: FlowStep;
  readonly onAnswer: (text: string) => void;
  readonly onClose: () => void;
}

/** The response for the client in place of the server's. */
export function AnswerDialog({ run, step, onAnswer, onClose }: AnswerDialogProps) {
  const { client } = useApi();
  const isBrowser = step.act === 'browse';
  // Null: what was really answered is still being read.
  const [text, setText] = useState<string | null>(null);
  const load = useEffectEvent(async () => {
    const exchangeId = step.clientExchangeId ?? step.serverExchangeId;
    if (isBrowser) return callbackAddress(client, run);
    return exchangeId === null ? usualAnswer : heldAnswer(client, exchangeId);
  });
  useEffect(() => {
    let isWanted = true;
    const begin = (found: string) => {
      if (isWanted) setText((typed) => typed ?? found);
    };
    load().then(begin, () => begin(usualAnswer));
    return () => {
      isWanted = false;
    };
  }, []);
  return (
    <Dialog
      wide
      title={isBrowser ? messages.answerBrowser : messages.answerTitle(step.number)}
      onClose={onClose}
    >
      <div className="dialog-form">
        <TextArea
          label={isBrowser ? messages.callback : messages.answerLabel}
          rows={isBrowser ? 4 : 14}
          value={text ?? ''}
          help={isBrowser ? messages.callbackHelp : messages.answerHelp}
          onChange={setText}
        />
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button
            kind="ink"
            disabled={text === null || text.trim() === ''}
            onPress={() => onAnswer(text ?? '')}
          >
            {messages.give}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
