import { useState } from 'react';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import type { FlowOptions } from '../choice.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;
type Way = 'obtained' | 'run' | 'pasted';

export interface TokenChoiceProps {
  readonly worksOn: 'access_token' | 'refresh_token';
  readonly token: FlowOptions['token'];
  readonly runs: readonly FlowRun[];
  readonly onChange: (token: FlowOptions['token']) => void;
}

/** The newest run that has a token of the kind. */
function runWithToken(runs: readonly FlowRun[], name: string): FlowRun | undefined {
  return runs.find(({ values }) => values.some((value) => value.name === name && value.preview !== ''));
}

function wayOf(token: FlowOptions['token']): Way {
  if (token === null) return 'obtained';
  return 'runId' in token ? 'run' : 'pasted';
}

/** Where the token comes from that a flow works on. */
export function TokenChoice({ worksOn, token, runs, onChange }: TokenChoiceProps) {
  const [way, setWay] = useState(() => wayOf(token));
  const newest = runWithToken(runs, worksOn);
  const choose = (id: string) => {
    const chosen = (['obtained', 'run', 'pasted'] as const).find((each) => each === id) ?? 'obtained';
    setWay(chosen);
    if (chosen === 'run' && newest !== undefined) onChange({ runId: newest.id, name: worksOn });
    // Until something was pasted it is obtained as ever.
    else onChange(null);
  };
  return (
    <>
      <Select
        label={messages.token}
        options={[
          { id: 'obtained', label: messages.obtained },
          ...(newest === undefined ? [] : [{ id: 'run', label: messages.ofRun(newest.number) }]),
          { id: 'pasted', label: messages.pasted },
        ]}
        value={way}
        onChange={choose}
      />
      {way === 'pasted' ? (
        <TextArea
          label={messages.pastedToken}
          rows={3}
          value={token !== null && 'text' in token ? token.text : ''}
          onChange={(text) => onChange(text.trim() === '' ? null : { text })}
        />
      ) : null}
    </>
  );
}
