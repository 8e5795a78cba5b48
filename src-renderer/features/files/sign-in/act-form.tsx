import { useState } from 'react';
import { type SignInAct, signInBounds } from '#shared/sign-ins/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { selectorLines, selectorsOf } from '../../../workbench/sign-in/act-text.ts';
import { signInMessages as messages } from '../../../workbench/sign-in/words.ts';

export interface ActFormProps {
  readonly act: SignInAct;
  /** Sets a member of the act; undefined takes it away. */
  readonly onSet: (member: string, value: JsonValue | undefined) => void;
}

/** The wait as it was typed: undefined where the file's own counts; null: it is no such number. */
function timeoutOf(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const millis = Number(text);
  return Number.isInteger(millis) && millis >= 1 && millis <= signInBounds.actMillis ? millis : null;
}

/** A text as it is typed: that of the act until something else is, and again once it was taken over. */
function useDraft(before: string, onKeep: (text: string) => boolean) {
  const [draft, setDraft] = useState<string | null>(null);
  return {
    text: draft ?? before,
    type: setDraft,
    keep() {
      if (draft === null || (draft !== before && !onKeep(draft))) return;
      setDraft(null);
    },
  };
}

/** One act to be edited; a field is taken over when it is left. */
export function ActForm({ act, onSet }: ActFormProps) {
  const ways = 'selectors' in act && act.selectors !== undefined ? selectorLines(act.selectors) : null;
  const value = useDraft(act.type === 'change' ? act.value : '', (text) => {
    onSet('value', text);
    return true;
  });
  const selectors = useDraft(ways ?? '', (text) => {
    const found = selectorsOf(text);
    if (found.length > 0) onSet('selectors', found);
    return true;
  });
  const timeout = useDraft(act.timeout === undefined ? '' : String(act.timeout), (text) => {
    const millis = timeoutOf(text);
    if (millis !== null) onSet('timeout', millis);
    return millis !== null;
  });
  return (
    <div className="sign-in-form">
      {act.type === 'change' ? (
        <TextField
          label={messages.value}
          help={messages.valueHelp}
          value={value.text}
          isMono
          onChange={value.type}
          onEnter={value.keep}
          onLeave={value.keep}
        />
      ) : null}
      {ways === null ? null : (
        <div onBlur={selectors.keep}>
          <TextArea
            label={messages.selectors}
            help={messages.selectorsHelp}
            rows={4}
            value={selectors.text}
            onChange={selectors.type}
          />
        </div>
      )}
      <TextField
        label={messages.timeout}
        help={messages.timeoutHelp}
        error={timeoutOf(timeout.text) === null ? messages.notANumber : null}
        value={timeout.text}
        isShort
        onChange={timeout.type}
        onEnter={timeout.keep}
        onLeave={timeout.keep}
      />
      <Checkbox
        label={messages.isOptional}
        isChecked={act.optional === true}
        onChange={(isOptional) => onSet('optional', isOptional ? true : undefined)}
      />
    </div>
  );
}
