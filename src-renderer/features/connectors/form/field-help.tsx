import { type FocusEvent, useState } from 'react';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectors.form;

/** A member of the document, and its meaning. */
export interface HelpedField {
  readonly name: string;
  readonly help: string;
}

/** The member that has the focus, with the handler that follows it through the form of one part. */
export function useHelpedField(part: string) {
  const [helped, setHelped] = useState<(HelpedField & { readonly part: string }) | null>(null);
  // A member of the part before is not in this form.
  const field: HelpedField | null = helped?.part === part ? helped : null;
  const onFocus = ({ target }: FocusEvent) => {
    const member = target.closest<HTMLElement>('.studio-member');
    setHelped(member === null ? null : { part, name: member.dataset['member'] ?? '', help: member.title });
  };
  return { field, onFocus };
}

/** The meaning of one member in a place of its own, so that the form does not move while it is gone through. */
export function FieldHelp({ field }: { readonly field: HelpedField | null }) {
  return (
    // Each field has the same as its description.
    <p className="studio-help" aria-hidden="true">
      {field === null ? (
        messages.helpHint
      ) : (
        <span data-words="data">
          <span className="mono">{field.name}</span> {field.help}
        </span>
      )}
    </p>
  );
}
