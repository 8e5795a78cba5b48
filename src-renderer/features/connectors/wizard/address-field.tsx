import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { studioMessages } from '../words.ts';
import { withoutListPath } from './drafts.ts';
import type { SourceProps } from './sample-source.tsx';

const messages = studioMessages.connectorWizard;

/** The base URL as typed. If it ends with the path of the list, the field offers to remove that path. */
export function AddressField({ wanted, onChange }: SourceProps) {
  const field = useRef<HTMLInputElement>(null);
  const shorter = wanted.source === 'sample' ? withoutListPath(wanted) : null;
  return (
    <>
      <TextField
        label="serviceUri"
        value={wanted.serviceUri}
        isMono
        inputRef={field}
        help={messages.serviceUriHelp}
        onChange={(serviceUri) => onChange({ serviceUri })}
      />
      {shorter === null ? null : (
        <span className="row wraps">
          <span className="help">{messages.endsWithPath(wanted.path)}</span>
          <Button
            small
            onPress={() => {
              onChange({ serviceUri: shorter });
              // The button goes, and the focus with it.
              field.current?.focus();
            }}
          >
            {messages.takeOff(wanted.path)}
          </Button>
        </span>
      )}
    </>
  );
}
