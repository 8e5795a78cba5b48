import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { CertificateView } from '#shared/api/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
import { useApi } from '../../api/api-context.tsx';
import { useServiceNow } from '../../api/service-clock.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import { formatDateTime } from '../../words/format.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, ListMember, listOf, NumberMember, Part, TextMember, textOf } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.samlForm;
const trust = identityMessages.trustScreen;

/** The name of a new one. */
export function TrustName() {
  const { form } = useFormUnderEdit();
  if (form.registration !== null) return null;
  return (
    <TextField
      label={trust.name}
      value={form.id}
      isMono
      help={trust.nameHelp}
      error={form.id === '' || isFileName(form.id) ? null : identityMessages.identity.nameRules}
      onChange={form.rename}
    />
  );
}

function Validity({ view }: { readonly view: CertificateView }) {
  const now = useServiceNow() ?? view.notBeforeMillis;
  if (now >= view.notAfterMillis) return <Verdict bare of="failed" word={messages.expired} />;
  if (now < view.notBeforeMillis) return <Verdict bare of="warning" word={messages.notYet} />;
  return <Verdict bare of="passed" word={messages.isValid} />;
}

function CertificateFacts({ view }: { readonly view: CertificateView }) {
  const facts = [
    [messages.subject, view.subject],
    [messages.issuedBy, view.issuer],
    [
      messages.valid,
      messages.until(formatDateTime(view.notBeforeMillis), formatDateTime(view.notAfterMillis)),
    ],
    [messages.key, view.key],
    [messages.fingerprint, view.sha256],
  ] as const;
  return (
    <div className="certificate">
      <Validity view={view} />
      <dl className="id-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Certificates() {
  const { form } = useFormUnderEdit();
  const { orpc } = useApi();
  const pems = listOf(form, 'certificates');
  // A certificate under edit is known by its place.
  const lines = pems.map((pem, index) => ({ pem, index }));
  const views = useQuery(
    orpc.identity.certificates.queryOptions({
      input: { pems: [...pems] },
      enabled: pems.length > 0,
      placeholderData: (before) => before,
    }),
  );
  const set = (next: readonly string[]) => form.change({ certificates: [...next] });
  return (
    <Part title={messages.certificates} help={messages.certificatesHelp}>
      {lines.map(({ pem, index }) => {
        const view = views.data?.[index];
        return (
          <div key={index} className="certificate-line">
            {view === undefined || view === null ? null : <CertificateFacts view={view} />}
            <TextArea
              label={messages.certificate(index + 1)}
              value={pem}
              rows={view ? 2 : 6}
              error={view === null && pem.trim() !== '' ? messages.noCertificate : null}
              isReadOnly={form.isReadOnly}
              onChange={(text) => set(pems.with(index, text))}
            />
            {form.isReadOnly ? null : (
              <span>
                <SmallGhostButton icon={X} onPress={() => set(pems.toSpliced(index, 1))}>
                  {identityMessages.identity.removeItem(messages.certificate(index + 1))}
                </SmallGhostButton>
              </span>
            )}
          </div>
        );
      })}
      {form.isReadOnly ? null : (
        <span>
          <Button small icon={Plus} onPress={() => set([...pems, ''])}>
            {messages.addCertificate}
          </Button>
        </span>
      )}
    </Part>
  );
}

/** An issuer whose SAML assertions are exchanged for tokens, as a form. RFC 7522 §3 */
export function SamlForm() {
  const { form } = useFormUnderEdit();
  const isNew = form.registration === null;
  return (
    <EditorFrame
      title={isNew ? trust.adds['saml-issuer'] : form.id}
      isComplete={
        isFileName(form.id) && textOf(form, 'issuer') !== '' && listOf(form, 'certificates').length > 0
      }
    >
      <Part title={trust.kinds['saml-issuer']}>
        <TrustName />
        <TextMember member="issuer" label={messages.issuer} help={messages.issuerHelp} isRequired />
      </Part>
      <Certificates />
      <Part title={messages.subjects}>
        <ChoiceMember
          member="subject"
          label={messages.subjects}
          options={{ any: messages.subjectKinds.any }}
          absent={messages.subjectKinds.user}
          absentIs="user"
        />
        <TextMember member="subject_attribute" label={messages.attribute} help={messages.attributeHelp} />
      </Part>
      <Part title={messages.valid}>
        <ListMember member="audience" label={messages.audience} help={messages.audienceHelp} />
        <ListMember member="recipients" label={messages.recipients} help={messages.recipientsHelp} />
        <NumberMember member="skew_seconds" label={messages.skew} help={messages.skewHelp} min={0} />
      </Part>
    </EditorFrame>
  );
}
