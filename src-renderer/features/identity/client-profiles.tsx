import { type ClientUnderProfile, judgeClient, profileTable } from '#shared/oauth/profiles/index.ts';
import { clientFileSchema, namedProfiles } from '#shared/workspace/index.ts';
import { Drawn } from '../../ui/icon.tsx';
import { Part } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { RuleList } from './profile-row.tsx';
import type { Form } from './use-form.ts';
import { usePolicy } from './use-policy.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.profileRules;

/** The client as the form has it now; null while the form is not a client. */
function clientIn(form: Form): ClientUnderProfile | null {
  const parsed = clientFileSchema.safeParse({
    ...form.document,
    client_id: form.id === '' ? 'new' : form.id,
  });
  if (!parsed.success) return null;
  const typed = form.secrets['client_secret'];
  const hasSecret =
    typed === undefined ? form.held('client_secret') !== null : typed !== null && typed !== '';
  return { document: parsed.data, hasSecret };
}

/** The rules of each profile that this client misses, with what to set. */
export function ClientProfiles() {
  const { form } = useFormUnderEdit();
  const { settings } = usePolicy();
  const client = clientIn(form);
  if (client === null) return null;
  return (
    <Part title={messages.ofClient}>
      {namedProfiles.map((profile) => {
        const missed = judgeClient(profile, client, settings).filter(
          ({ judgement }) => judgement.state === 'missed',
        );
        const said = messages.missing(profileTable[profile].title, missed.length);
        return missed.length === 0 ? (
          <p key={profile} className="row tight">
            <span className="row tight c-ok">
              <Drawn name="passed" small />
            </span>
            {said}
          </p>
        ) : (
          <details key={profile} className="rule-group">
            <summary>{said}</summary>
            <RuleList rows={missed} />
          </details>
        );
      })}
    </Part>
  );
}
