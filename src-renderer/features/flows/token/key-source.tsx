import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { TokenKeySource } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { Choice, namesOf, optionsOf } from './controls.tsx';
import { hostElsewhere } from './target.ts';
import { useClientsWithSecret } from './use-workspace.ts';

const messages = flowMessages.tokenVerify;

/** All that can be typed; which of it counts is said by `kind`. */
export interface KeySourceForm {
  readonly kind: TokenKeySource['kind'];
  readonly url: string;
  readonly isConfirmed: boolean;
  readonly text: string;
  readonly clientId: string | null;
  readonly secret: string;
}

export const emptyKeySource: KeySourceForm = {
  kind: 'hosted',
  url: '',
  isConfirmed: false,
  text: '',
  clientId: null,
  secret: '',
};

/** Returns the key source for verification by the engine; null while something is missing. */
export function keySourceOf(form: KeySourceForm): TokenKeySource | null {
  const { kind, url, isConfirmed, text, clientId, secret } = form;
  if (kind === 'hosted' || kind === 'weak-secrets') return { kind };
  if (kind === 'url') return URL.canParse(url) && /^https?:/.test(url) ? { kind, url, isConfirmed } : null;
  if (kind === 'pasted') return text.trim() === '' ? null : { kind, text };
  if (kind === 'secret') return { kind, text: secret };
  return clientId === null ? null : { kind, clientId };
}

interface FieldsProps {
  readonly form: KeySourceForm;
  readonly onChange: (part: Partial<KeySourceForm>) => void;
}

function AddressFields({ form, onChange }: FieldsProps) {
  const elsewhere = hostElsewhere(form.url);
  return (
    <>
      <TextField
        label={messages.address}
        value={form.url}
        isMono
        help={messages.addressHelp}
        onChange={(url) => onChange({ url, isConfirmed: false })}
      />
      {elsewhere === null ? null : (
        <Checkbox
          label={messages.confirm(elsewhere)}
          isChecked={form.isConfirmed}
          onChange={(isConfirmed) => onChange({ isConfirmed })}
        />
      )}
    </>
  );
}

interface ClientFieldProps {
  readonly form: { readonly clientId: string | null };
  readonly onChange: (part: { readonly clientId: string }) => void;
}

/** Chooses a client of the workspace whose secret is known. */
export function ClientField({ form, onChange }: ClientFieldProps) {
  const clients = useClientsWithSecret();
  if (clients.length === 0) return <p className="help">{messages.noClients}</p>;
  return (
    <Choice
      label={messages.client}
      mono
      options={namesOf(clients.map(({ clientId }) => clientId))}
      value={form.clientId}
      help={messages.clientHelp}
      onChange={(clientId) => onChange({ clientId })}
    />
  );
}

export interface KeySourceFieldsProps extends FieldsProps {
  readonly label?: string;
  readonly kinds?: readonly KeySourceForm['kind'][];
  /** Which keys may be pasted. */
  readonly keyHelp?: string;
  readonly secretHelp?: string;
}

/** The key for verifying a signature, or for another use of a key. */
export function KeySourceFields({
  form,
  onChange,
  label = messages.with,
  kinds,
  keyHelp = messages.keyHelp,
  secretHelp = messages.secretHelp,
}: KeySourceFieldsProps) {
  const { kind } = form;
  return (
    <>
      <Choice
        label={label}
        options={optionsOf(messages.sources).filter(({ id }) => kinds?.includes(id) !== false)}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      {kind === 'url' ? <AddressFields form={form} onChange={onChange} /> : null}
      {kind === 'pasted' ? (
        <TextArea
          label={messages.key}
          value={form.text}
          rows={6}
          help={keyHelp}
          onChange={(text) => onChange({ text })}
        />
      ) : null}
      {kind === 'client-secret' ? <ClientField form={form} onChange={onChange} /> : null}
      {kind === 'secret' ? (
        <TextField
          label={messages.secret}
          value={form.secret}
          type="password"
          help={secretHelp}
          onChange={(secret) => onChange({ secret })}
        />
      ) : null}
    </>
  );
}
