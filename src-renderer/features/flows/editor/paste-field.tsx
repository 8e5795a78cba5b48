import { type KeyboardEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import type { RequestField } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { mergedFields, type PastedRequest, pastedFields } from './pasted-fields.ts';

const messages = flowMessages.flowEditor;

export interface PasteFieldProps {
  /** Names the list that it stands below. */
  readonly title: string;
  readonly fields: readonly RequestField[];
  readonly onChange: (fields: readonly RequestField[]) => void;
  readonly onPasted: (request: PastedRequest) => void;
}

/** Takes a query string, whose fields go into the list, or a cURL command, which fills the whole request. */
export function PasteField({ title, fields, onChange, onPasted }: PasteFieldProps) {
  const { client } = useApi();
  const [text, setText] = useState('');
  /** Why nothing was taken; null: nothing was refused. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (given: string) => {
    const command = /^\s*(?:\$ )?curl\s/.test(given) ? await client.flows.readCurl({ text: given }) : null;
    const found = command === null ? pastedFields(given) : null;
    const isTaken = command !== null || found !== null;
    setText(isTaken ? '' : given);
    setRefusal(isTaken ? null : messages.noPaste);
    if (command !== null) onPasted(command);
    else if (found !== null) onChange(mergedFields(fields, found));
  };
  const tryTake = (given: string) => {
    take(given).catch((error: unknown) => {
      setText(given);
      setRefusal(toProblem(error).message);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
    event.preventDefault();
    tryTake(text);
  };
  return (
    <>
      <input
        className="in mono fpaste"
        aria-label={messages.pasteInto(title)}
        aria-invalid={refusal !== null}
        placeholder={messages.paste}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(null);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          event.preventDefault();
          tryTake(event.clipboardData.getData('text'));
        }}
      />
      {refusal === null ? null : <output className="edit-refused">{refusal}</output>}
    </>
  );
}
