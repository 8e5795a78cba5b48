import { useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { type ClaimsProblem, type ClaimsRequest, isClaimsProblem, readClaims } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;

export interface MaxAgeProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** `max_age` in seconds; what is no number is not sent. */
export function MaxAge({ value, onChange }: MaxAgeProps) {
  const [text, setText] = useState(() => value?.toString() ?? '');
  const isWrong = text !== '' && !/^\d{1,9}$/.test(text);
  return (
    <TextField
      label="max_age"
      isMono
      value={text}
      help={messages.help.max_age}
      error={isWrong ? messages.noNumber : null}
      onChange={(typed) => {
        setText(typed);
        onChange(/^\d{1,9}$/.test(typed) ? Number(typed) : undefined);
      }}
    />
  );
}

function sentenceOf(problem: ClaimsProblem): string {
  return problem.kind === 'no-json' ? messages.noJson : messages.noClaims(problem.path);
}

export interface ClaimsFieldProps {
  readonly value: ClaimsRequest | undefined;
  readonly onChange: (value: ClaimsRequest | undefined) => void;
}

/** The `claims` parameter as JSON; what is none is not sent. */
export function ClaimsField({ value, onChange }: ClaimsFieldProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value)));
  const read = readClaims(text);
  return (
    <TextArea
      label="claims"
      rows={2}
      value={text}
      help={messages.help.claims}
      error={isClaimsProblem(read) ? sentenceOf(read) : null}
      onChange={(typed) => {
        setText(typed);
        const typedClaims = readClaims(typed);
        onChange(isClaimsProblem(typedClaims) ? undefined : typedClaims);
      }}
    />
  );
}

export interface ResourcesProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** The `resource` parameters, one a line. */
export function Resources({ value, onChange }: ResourcesProps) {
  const [text, setText] = useState(() => value.join('\n'));
  return (
    <TextArea
      label="resource"
      rows={2}
      value={text}
      help={messages.help.resource}
      onChange={(typed) => {
        setText(typed);
        onChange(
          typed
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      }}
    />
  );
}
