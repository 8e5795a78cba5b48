import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { keyAlgorithms, macAlgorithms, publicKeyForms } from '#shared/tokens/algorithms.ts';
import { flowWords } from '../words.ts';
import { Choice, namesOf, optionsOf } from './controls.tsx';
import type { ForgeForm } from './forge-form.ts';
import { useClientsWithSecret, useServerKeys } from './use-workspace.ts';

const words = flowWords.tokenForge;

const spellings = ['none', 'None', 'NONE', 'nOnE'] as const;

interface FieldsProps {
  readonly form: ForgeForm;
  readonly onChange: (part: Partial<ForgeForm>) => void;
}

function KeyAlgorithmField({ form, onChange }: FieldsProps) {
  return (
    <Choice
      label={words.algorithm}
      mono
      options={namesOf(keyAlgorithms)}
      value={form.keyAlgorithm}
      onChange={(keyAlgorithm) => onChange({ keyAlgorithm })}
    />
  );
}

function MacAlgorithmField({ form, onChange }: FieldsProps) {
  return (
    <Choice
      label={words.algorithm}
      mono
      options={namesOf(macAlgorithms)}
      value={form.macAlgorithm}
      onChange={(macAlgorithm) => onChange({ macAlgorithm })}
    />
  );
}

function ClientSecretFields({ form, onChange }: FieldsProps) {
  const clients = useClientsWithSecret();
  if (clients.length === 0) return <p className="help">{flowWords.tokenVerify.noClients}</p>;
  return (
    <Choice
      label={words.client}
      mono
      options={namesOf(clients.map(({ clientId }) => clientId))}
      value={form.clientId}
      help={flowWords.tokenVerify.clientHelp}
      onChange={(clientId) => onChange({ clientId })}
    />
  );
}

const firstKey = '(first)';

function PublicKeyFields({ form, onChange }: FieldsProps) {
  const keys = useServerKeys();
  return (
    <>
      <Choice
        label={words.serverKey}
        mono
        options={[
          { id: firstKey, label: words.firstKey },
          ...keys.map(({ kid, algorithm }) => ({ id: kid, label: `${algorithm} ${kid}` })),
        ]}
        value={form.kid ?? firstKey}
        onChange={(kid) => onChange({ kid: kid === firstKey ? null : kid })}
      />
      <Choice
        label={words.form}
        options={publicKeyForms.map((id) => ({ id, label: words.publicForms[id] }))}
        value={form.publicForm}
        onChange={(publicForm) => onChange({ publicForm })}
      />
    </>
  );
}

function KindFields({ form, onChange }: FieldsProps) {
  const props = { form, onChange };
  switch (form.kind) {
    case 'none':
      return (
        <Choice
          label={words.spelling}
          mono
          options={namesOf(spellings)}
          value={form.spelling}
          help={words.noneHelp}
          onChange={(spelling) => onChange({ spelling })}
        />
      );
    case 'session-key':
      return (
        <>
          <KeyAlgorithmField {...props} />
          <Checkbox
            label={words.embed}
            isChecked={form.isEmbedded}
            onChange={(isEmbedded) => onChange({ isEmbedded })}
          />
        </>
      );
    case 'pasted-key':
      return (
        <>
          <KeyAlgorithmField {...props} />
          <TextArea
            label={words.key}
            value={form.key}
            rows={5}
            help={words.keyHelp}
            onChange={(key) => onChange({ key })}
          />
        </>
      );
    case 'secret':
      return (
        <>
          <MacAlgorithmField {...props} />
          <TextField
            label={words.secret}
            value={form.secret}
            type="password"
            help={words.secretHelp}
            onChange={(secret) => onChange({ secret })}
          />
        </>
      );
    case 'client-secret':
      return (
        <>
          <MacAlgorithmField {...props} />
          <ClientSecretFields {...props} />
        </>
      );
    case 'public-key':
      return (
        <>
          <MacAlgorithmField {...props} />
          <PublicKeyFields {...props} />
        </>
      );
    case 'original':
      return <p className="help">{words.originalHelp}</p>;
  }
}

export interface SigningFieldsProps extends FieldsProps {
  /** True if there is a token whose signature could be kept. */
  readonly hasOriginal: boolean;
}

/** With what a token that was written is signed. */
export function SigningFields({ form, onChange, hasOriginal }: SigningFieldsProps) {
  const kinds = optionsOf(words.kinds).filter(({ id }) => hasOriginal || id !== 'original');
  return (
    <>
      <Choice
        label={words.signing}
        options={kinds}
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <KindFields form={form} onChange={onChange} />
    </>
  );
}
