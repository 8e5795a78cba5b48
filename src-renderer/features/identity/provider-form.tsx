import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, Part, TextMember, textOf } from './fields.tsx';
import type { KindFormProps } from './registration-tab.tsx';
import { isTrustName, TrustName } from './saml-form.tsx';
import { SecretInput } from './secret-input.tsx';
import { identityWords } from './words.ts';

const words = identityWords.providerForm;

/** An OpenID provider at which users may sign in, as a form. */
export function ProviderForm({ form, onDuplicate, onRemoved }: KindFormProps) {
  const isNew = form.registration === null;
  return (
    <EditorFrame
      form={form}
      title={isNew ? identityWords.trustScreen.adds['identity-provider'] : form.id}
      isComplete={isTrustName(form.id) && textOf(form, 'issuer') !== '' && textOf(form, 'client_id') !== ''}
      onDuplicate={onDuplicate}
      onRemoved={onRemoved}
    >
      <Part title={identityWords.trustScreen.kinds['identity-provider']}>
        <TrustName form={form} />
        <TextMember form={form} member="issuer" label={words.issuer} help={words.issuerHelp} isRequired />
        <TextMember form={form} member="display_name" label={words.displayName} isMono={false} />
      </Part>
      <Part title={words.clientId}>
        <TextMember form={form} member="client_id" label={words.clientId} isRequired />
        <SecretInput form={form} member="client_secret" label={words.secret} canTakeAway />
        <ChoiceMember
          form={form}
          member="response_type"
          label={words.responseType}
          options={{ id_token: words.responseTypes.id_token }}
          absent={words.responseTypes.code}
          absentIs="code"
        />
        <TextMember form={form} member="scope" label={words.scope} />
      </Part>
      <Part title={words.accepts}>
        <ChoiceMember
          form={form}
          member="accepts"
          label={words.accepts}
          options={{ user: words.acceptKinds.user }}
          absent={words.acceptKinds.any}
          absentIs="any"
        />
        <TextMember form={form} member="username_claim" label={words.usernameClaim} />
      </Part>
    </EditorFrame>
  );
}
