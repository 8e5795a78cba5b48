import { type KeyboardEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
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
  const [isRefused, setIsRefused] = useState(false);
  const take = async (given: string) => {
    const command = /^\s*(?:\$ )?curl\s/.test(given) ? await client.flows.readCurl({ text: given }) : null;
    const found = command === null ? pastedFields(given) : null;
    setText(command === null && found === null ? given : '');
    setIsRefused(command === null && found === null);
    if (command !== null) onPasted(command);
    else if (found !== null) onChange(mergedFields(fields, found));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
    event.preventDefault();
    void take(text);
  };
  return (
    <>
      <input
        className="in mono fpaste"
        aria-label={messages.pasteInto(title)}
        aria-invalid={isRefused}
        placeholder={messages.paste}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          event.preventDefault();
          void take(event.clipboardData.getData('text'));
        }}
      />
      {isRefused ? <output className="edit-refused">{messages.noPaste}</output> : null}
    </>
  );
}
