import { useState } from 'react';
import { auditEvents, matchesEventPattern } from '#shared/oauth/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { CheckMember, listOf, Part, TextMember, textOf } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { TrustName } from './saml-form.tsx';
import { SecretInput } from './secret-input.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.webhookForm;
const types = Object.entries(auditEvents).map(([type, { title }]) => ({ type, title }));

/** Which events are told: each to tick, or by patterns. */
function Events() {
  const { form } = useFormUnderEdit();
  const chosen = form.document['events'] === undefined ? ['*'] : listOf(form, 'events');
  const patterns = chosen.filter((pattern) => !Object.hasOwn(auditEvents, pattern));
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: readonly string[]) => {
    if (!form.isReadOnly) form.change({ events: [...next] });
  };
  return (
    <Part title={messages.events}>
      <Checkbox
        label={messages.allEvents}
        isChecked={chosen.includes('*')}
        onChange={(on) => set(on ? ['*'] : chosen.filter((pattern) => pattern !== '*'))}
      />
      {chosen.includes('*') ? null : (
        <>
          <ul className="grant-list">
            {types.map(({ type, title }) => {
              const byPattern = patterns.some((pattern) => matchesEventPattern(pattern, type));
              return (
                <li key={type}>
                  <Checkbox
                    isMono
                    label={type}
                    isChecked={byPattern || chosen.includes(type)}
                    isDisabled={byPattern}
                    onChange={(on) => set(on ? [...chosen, type] : chosen.filter((each) => each !== type))}
                  />
                  <span className="help">{title}</span>
                </li>
              );
            })}
          </ul>
          <TextArea
            label={messages.others}
            value={typed ?? patterns.join('\n')}
            rows={2}
            help={messages.othersHelp}
            error={null}
            isReadOnly={form.isReadOnly}
            onChange={(text) => {
              const lines = text.split('\n').map((line) => line.trim());
              setTyped(text);
              set([
                ...chosen.filter((each) => Object.hasOwn(auditEvents, each)),
                ...lines.filter((line) => line !== ''),
              ]);
            }}
          />
        </>
      )}
    </Part>
  );
}

/** Whom to tell of audit events, as a form. */
export function WebhookForm() {
  const { form } = useFormUnderEdit();
  const isNew = form.registration === null;
  return (
    <EditorFrame
      title={isNew ? identityMessages.trustScreen.adds.webhook : form.id}
      isComplete={isFileName(form.id) && textOf(form, 'url') !== ''}
    >
      <Part title={identityMessages.trustScreen.kinds.webhook}>
        <TrustName />
        <TextMember member="url" label={messages.url} isRequired />
        <SecretInput member="secret" label={messages.secret} canGenerate canTakeAway />
        <CheckMember member="enabled" label={messages.enabled} isByDefault />
      </Part>
      <Events />
      {isNew ? null : <WebhookStatus name={form.id} />}
    </EditorFrame>
  );
}
