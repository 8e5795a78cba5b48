import { isFileName } from '#shared/workspace/file-name.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, Part, TextMember, textOf } from './fields.tsx';
import type { KindFormProps } from './registration-tab.tsx';
import { TrustName } from './saml-form.tsx';
import { SecretInput } from './secret-input.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.providerForm;

/** An OpenID provider at which users may sign in, as a form. */
export function ProviderForm({ form, onDuplicate, onRemoved }: KindFormProps) {
  const isNew = form.registration === null;
  return (
    <EditorFrame
      form={form}
      title={isNew ? identityMessages.trustScreen.adds['identity-provider'] : form.id}
      isComplete={isFileName(form.id) && textOf(form, 'issuer') !== '' && textOf(form, 'client_id') !== ''}
      onDuplicate={onDuplicate}
      onRemoved={onRemoved}
    >
      <Part title={identityMessages.trustScreen.kinds['identity-provider']}>
        <TrustName form={form} />
        <TextMember
          form={form}
          member="issuer"
          label={messages.issuer}
          help={messages.issuerHelp}
          isRequired
        />
        <TextMember form={form} member="display_name" label={messages.displayName} isMono={false} />
      </Part>
      <Part title={messages.clientId}>
        <TextMember form={form} member="client_id" label={messages.clientId} isRequired />
        <SecretInput form={form} member="client_secret" label={messages.secret} canTakeAway />
        <ChoiceMember
          form={form}
          member="response_type"
          label={messages.responseType}
          options={{ id_token: messages.responseTypes.id_token }}
          absent={messages.responseTypes.code}
          absentIs="code"
        />
        <TextMember form={form} member="scope" label={messages.scope} />
      </Part>
      <Part title={messages.accepts}>
        <ChoiceMember
          form={form}
          member="accepts"
          label={messages.accepts}
          options={{ user: messages.acceptKinds.user }}
          absent={messages.acceptKinds.any}
          absentIs="any"
        />
        <TextMember form={form} member="username_claim" label={messages.usernameClaim} />
      </Part>
    </EditorFrame>
  );
}
