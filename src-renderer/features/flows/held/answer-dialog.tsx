import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { strings } from '#renderer/words/strings.ts';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { flowWords } from '../words.ts';
import { callbackAddress, heldAnswer, usualAnswer } from './answer-text.ts';

const words = flowWords.flowHeld;

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
    <Dialog wide title={isBrowser ? words.answerBrowser : words.answerTitle(step.number)} onClose={onClose}>
      <div className="dialog-form">
        <TextArea
          label={isBrowser ? words.callback : words.answerLabel}
          rows={isBrowser ? 4 : 14}
          value={text ?? ''}
          help={isBrowser ? words.callbackHelp : words.answerHelp}
          onChange={setText}
        />
        <footer className="dialog-acts">
          <Button onPress={onClose}>{strings.common.cancel}</Button>
          <Button
            kind="ink"
            disabled={text === null || text.trim() === ''}
            onPress={() => onAnswer(text ?? '')}
          >
            {words.give}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
