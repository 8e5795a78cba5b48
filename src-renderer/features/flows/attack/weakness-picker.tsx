import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

export interface WeaknessPickerProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function WeaknessList({ chosen, onChange }: WeaknessPickerProps) {
  const { orpc } = useApi();
  const all = useQuery(orpc.identity.weaknesses.queryOptions()).data ?? [];
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const shown = all.filter(({ id, title, clause }) =>
    `${id} ${title} ${clause}`.toLowerCase().includes(sought),
  );
  return (
    <div className="weak-picker">
      <p className="help">{messages.weaknessHelp}</p>
      <TextField type="search" label={messages.weaknessSought} value={text} onChange={setText} />
      {shown.length === 0 && all.length > 0 ? <p className="muted">{messages.weaknessNone}</p> : null}
      <ScrollRegion className="weak-picks" label={messages.weaknessTitle}>
        <ul data-words="data">
          {shown.map(({ id, title, clause }) => (
            <li key={id}>
              <Checkbox
                label={title}
                isChecked={chosen.includes(id)}
                onChange={(on) => {
                  const others = chosen.filter((other) => other !== id);
                  onChange(on ? [...others, id] : others);
                }}
              />
              <span className="ref wrap">
                <span className="mono">{id}</span>, {clause}
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {chosen.length === 0 ? null : (
        <div className="row">
          <Button small onPress={() => onChange([])}>
            {messages.weaknessClear}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Which weaknesses the attacked copy has; the list can be searched. */
export function WeaknessPicker({ chosen, onChange }: WeaknessPickerProps) {
  return (
    <span className="inline">
      <span aria-hidden="true">{messages.weaknesses}</span>
      <Popover
        title={messages.weaknessTitle}
        triggerClass="sel"
        placement="bottom end"
        trigger={
          <>
            <span className="vh">{messages.weaknesses} </span>
            {messages.weaknessCount(chosen.length)}
          </>
        }
      >
        <WeaknessList chosen={chosen} onChange={onChange} />
      </Popover>
    </span>
  );
}
