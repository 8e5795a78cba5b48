import { isFileName } from '#shared/workspace/file-name.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, Part, TextMember, textOf } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { TrustName } from './saml-form.tsx';
import { SecretInput } from './secret-input.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.providerForm;

/** An OpenID provider at which users may sign in, as a form. */
export function ProviderForm() {
  const { form } = useFormUnderEdit();
  const isNew = form.registration === null;
  return (
    <EditorFrame
      title={isNew ? identityMessages.trustScreen.adds['identity-provider'] : form.id}
      isComplete={isFileName(form.id) && textOf(form, 'issuer') !== '' && textOf(form, 'client_id') !== ''}
    >
      <Part title={identityMessages.trustScreen.kinds['identity-provider']}>
        <TrustName />
        <TextMember member="issuer" label={messages.issuer} help={messages.issuerHelp} isRequired />
        <TextMember member="display_name" label={messages.displayName} isMono={false} />
      </Part>
      <Part title={messages.clientId}>
        <TextMember member="client_id" label={messages.clientId} isRequired />
        <SecretInput member="client_secret" label={messages.secret} canTakeAway />
        <ChoiceMember
          member="response_type"
          label={messages.responseType}
          options={{ id_token: messages.responseTypes.id_token }}
          absent={messages.responseTypes.code}
          absentIs="code"
        />
        <TextMember member="scope" label={messages.scope} />
      </Part>
      <Part title={messages.accepts}>
        <ChoiceMember
          member="accepts"
          label={messages.accepts}
          options={{ user: messages.acceptKinds.user }}
          absent={messages.acceptKinds.any}
          absentIs="any"
        />
        <TextMember member="username_claim" label={messages.usernameClaim} />
      </Part>
    </EditorFrame>
  );
}
