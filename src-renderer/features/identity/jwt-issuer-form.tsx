import { isFileName } from '#shared/workspace/file-name.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, JsonMember, ListMember, Part, TextMember, textOf } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { isKeySet } from './key-set.ts';
import { TrustName } from './saml-form.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.jwtForm;
const trust = identityMessages.trustScreen;

function Keys() {
  const { form } = useFormUnderEdit();
  const hasSet = form.document['jwks'] !== undefined;
  return (
    <Part title={messages.keys}>
      {hasSet ? null : <TextMember member="jwks_uri" label={messages.jwksUri} help={messages.jwksUriHelp} />}
      {textOf(form, 'jwks_uri') === '' ? (
        <JsonMember
          member="jwks"
          label={messages.jwks}
          help={messages.jwksHelp}
          invalid={messages.jwksInvalid}
          rows={hasSet ? 8 : 2}
          isFit={isKeySet}
        />
      ) : null}
      <ListMember member="algorithms" label={messages.algorithms} help={messages.algorithmsHelp} />
    </Part>
  );
}

/** An issuer whose JWTs are exchanged for tokens, as a form. RFC 7523 §3 */
export function JwtIssuerForm() {
  const { form } = useFormUnderEdit();
  const hasKeys = form.document['jwks'] !== undefined || textOf(form, 'jwks_uri') !== '';
  return (
    <EditorFrame
      title={form.registration === null ? trust.adds['jwt-issuer'] : form.id}
      isComplete={isFileName(form.id) && textOf(form, 'issuer') !== '' && hasKeys}
    >
      <Part title={trust.kinds['jwt-issuer']}>
        <TrustName />
        <TextMember member="issuer" label={messages.issuer} help={messages.issuerHelp} isRequired />
        <ChoiceMember
          member="profile"
          label={messages.profile}
          help={messages.profileHelp}
          options={{ 'id-jag': messages.profiles['id-jag'] }}
          absent={messages.profiles['jwt-bearer']}
          absentIs="jwt-bearer"
        />
      </Part>
      <Keys />
      <Part title={identityMessages.samlForm.subjects}>
        <ChoiceMember
          member="subject"
          label={identityMessages.samlForm.subjects}
          options={{ any: identityMessages.samlForm.subjectKinds.any }}
          absent={identityMessages.samlForm.subjectKinds.user}
          absentIs="user"
        />
        <TextMember member="subject_claim" label={messages.claim} help={messages.claimHelp} />
      </Part>
    </EditorFrame>
  );
}
