import { useState } from 'react';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { parsedJson } from '#shared/text/decoding.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectors.form;

export interface JsonFieldProps {
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly help: string;
  readonly error?: string | null;
  readonly rows?: number;
  /** Shown while the field is empty; null: nothing. */
  readonly example?: string | null;
  /** Called whenever the text is JSON; an empty text is undefined. */
  readonly onChange: (value: JsonValue | undefined) => void;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Reads a text as JSON; null: it is none. */
export function readJson(text: string): { readonly value: JsonValue | undefined } | null {
  if (text.trim() === '') return { value: undefined };
  const value = parsedJson(text);
  return value === undefined ? null : { value };
}

/** A value as JSON; while the text is invalid, it stays in the field and the last valid value counts. */
export function JsonField({
  label,
  value,
  help,
  error = null,
  rows,
  example = null,
  onChange,
}: JsonFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readJson(typed);
  // The text is kept as typed while it is equivalent to the stored value.
  const isTyped = typed !== null && (read === null || JSON.stringify(read.value) === JSON.stringify(value));
  const shown = isTyped ? typed : textOf(value);
  return (
    <TextArea
      label={label}
      value={shown}
      rows={rows ?? Math.min(12, Math.max(2, shown.split('\n').length))}
      help={help}
      placeholder={example ?? undefined}
      error={typed !== null && read === null ? messages.noJson : error}
      onChange={(text) => {
        setTyped(text);
        const next = readJson(text);
        if (next !== null) onChange(next.value);
      }}
    />
  );
}
