import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { curveAlgorithms, keyAlgorithms, macAlgorithms, publicKeyForms } from '#shared/tokens/algorithms.ts';
import { weakSecrets } from '#shared/tokens/weak-secrets.ts';
import { flowMessages } from '../words.ts';
import { Choice, namesOf, optionsOf } from './controls.tsx';
import type { ForgeForm } from './forge-form.ts';
import { ClientField } from './key-source.tsx';
import { useServerKeys } from './use-workspace.ts';

const messages = flowMessages.tokenForge;

const spellings = ['none', 'None', 'NONE', 'nOnE'] as const;

interface FieldsProps {
  readonly form: ForgeForm;
  readonly onChange: (part: Partial<ForgeForm>) => void;
}

function KeyAlgorithmField({ form, onChange }: FieldsProps) {
  return (
    <Choice
      label={messages.algorithm}
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
      label={messages.algorithm}
      mono
      options={namesOf(macAlgorithms)}
      value={form.macAlgorithm}
      onChange={(macAlgorithm) => onChange({ macAlgorithm })}
    />
  );
}

const firstKey = '(first)';

function PublicKeyFields({ form, onChange }: FieldsProps) {
  const keys = useServerKeys();
  return (
    <>
      <Choice
        label={messages.serverKey}
        mono
        options={[
          { id: firstKey, label: messages.firstKey },
          ...keys.map(({ kid, algorithm }) => ({ id: kid, label: `${algorithm} ${kid}` })),
        ]}
        value={form.kid ?? firstKey}
        onChange={(kid) => onChange({ kid: kid === firstKey ? null : kid })}
      />
      <Choice
        label={messages.form}
        options={publicKeyForms.map((id) => ({ id, label: messages.publicForms[id] }))}
        value={form.publicForm}
        onChange={(publicForm) => onChange({ publicForm })}
      />
    </>
  );
}

/** Ways that no careful recipient takes. */
function WrongFields({
  kind,
  form,
  onChange,
}: FieldsProps & { readonly kind: 'zero' | 'weak-secret' | 'encrypted' }) {
  switch (kind) {
    case 'zero':
      return (
        <Choice
          label={messages.algorithm}
          mono
          options={namesOf(curveAlgorithms)}
          value={form.curveAlgorithm}
          help={messages.zeroHelp}
          onChange={(curveAlgorithm) => onChange({ curveAlgorithm })}
        />
      );
    case 'weak-secret':
      return (
        <>
          <MacAlgorithmField form={form} onChange={onChange} />
          <Choice
            label={messages.weakSecret}
            mono
            options={weakSecrets.map((id) => ({ id, label: id === '' ? messages.emptySecret : id }))}
            value={form.weakSecret}
            help={messages.weakSecretHelp}
            onChange={(weakSecret) => onChange({ weakSecret })}
          />
        </>
      );
    case 'encrypted':
      return (
        <TextArea
          label={messages.publicKey}
          value={form.publicKey}
          rows={5}
          help={messages.publicKeyHelp}
          onChange={(publicKey) => onChange({ publicKey })}
        />
      );
  }
}

function KindFields({ form, onChange }: FieldsProps) {
  const props = { form, onChange };
  switch (form.kind) {
    case 'none':
      return (
        <Choice
          label={messages.spelling}
          mono
          options={namesOf(spellings)}
          value={form.spelling}
          help={messages.noneHelp}
          onChange={(spelling) => onChange({ spelling })}
        />
      );
    case 'session-key':
      return (
        <>
          <KeyAlgorithmField {...props} />
          <Checkbox
            label={messages.embed}
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
            label={messages.key}
            value={form.key}
            rows={5}
            help={messages.keyHelp}
            onChange={(key) => onChange({ key })}
          />
        </>
      );
    case 'secret':
      return (
        <>
          <MacAlgorithmField {...props} />
          <TextField
            label={messages.secret}
            value={form.secret}
            type="password"
            help={messages.secretHelp}
            onChange={(secret) => onChange({ secret })}
          />
        </>
      );
    case 'client-secret':
      return (
        <>
          <MacAlgorithmField {...props} />
          <ClientField {...props} />
        </>
      );
    case 'public-key':
      return (
        <>
          <MacAlgorithmField {...props} />
          <PublicKeyFields {...props} />
        </>
      );
    case 'zero':
    case 'weak-secret':
    case 'encrypted':
      return <WrongFields kind={form.kind} {...props} />;
    case 'original':
      return <p className="help">{messages.originalHelp}</p>;
  }
}

export interface SigningFieldsProps extends FieldsProps {
  /** True if there is a token whose signature could be kept. */
  readonly hasOriginal: boolean;
}

/** The key that signs a forged token. */
export function SigningFields({ form, onChange, hasOriginal }: SigningFieldsProps) {
  const kinds = optionsOf(messages.kinds).filter(({ id }) => hasOriginal || id !== 'original');
  return (
    <>
      <Choice
        label={messages.signing}
        options={kinds}
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <KindFields form={form} onChange={onChange} />
    </>
  );
}
