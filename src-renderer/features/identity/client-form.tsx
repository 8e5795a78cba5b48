import { Waypoints } from 'lucide-react';
import { type LintFinding, lintClient } from '#shared/oauth/client-lint/index.ts';
import {
  clientAuthentications,
  clientAuthenticationTable,
  confidentialAuthentications,
} from '#shared/oauth/index.ts';
import { clientFileSchema } from '#shared/workspace/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { flowsPath, identityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { useSettings } from '../../workbench/use-settings.ts';
import { ClientGrants, type ClientPartProps } from './client-grants.tsx';
import { ClientKeys } from './client-keys.tsx';
import { ClientLogout, ClientRequests, ClientSignIn, ClientTokens } from './client-policy.tsx';
import { ClientProfiles } from './client-profiles.tsx';
import { ClientScopes } from './client-scopes.tsx';
import { type ClientType, clientTypeOf, withType } from './client-type.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChoiceMember, ListMember, listOf, Part, TextMember } from './fields.tsx';
import { FindingList, FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { SecretInput } from './secret-input.tsx';
import type { Form } from './use-form.ts';
import { usePolicy } from './use-policy.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;
const types = (['confidential', 'public', 'resource'] as const).map((id) => ({
  id,
  label: messages.types[id],
}));
const authMethods = Object.fromEntries(
  confidentialAuthentications.map((id) => [id, messages.authMethods[id]]),
);
const known: ReadonlySet<string> = new Set(Object.keys(clientFileSchema.shape));

/** The lint findings for the form in its current state. */
function useFindings(form: Form): readonly LintFinding[] {
  const { settings, vendorUrn } = usePolicy();
  const client = clientFileSchema.safeParse({
    ...form.document,
    client_id: form.id === '' ? 'new' : form.id,
  });
  if (!client.success) return [];
  const typed = form.secrets['client_secret'];
  const held = form.held('client_secret');
  const isNone = typed === null || typed === '' || (typed === undefined && held === null);
  const secret = isNone ? 'none' : typed === undefined && held?.state === 'clear' ? 'in-clear' : 'held';
  return lintClient({ client: client.data, settings, vendorUrn, secret });
}

/** True if the method of the client is one that works with a secret. */
function usesSecret(form: Form, isPublic: boolean): boolean {
  const method = clientAuthentications.find((id) => id === form.document['token_endpoint_auth_method']);
  return method === undefined ? !isPublic : clientAuthenticationTable[method].proof.endsWith('secret');
}

function About({ type, vendorUrn }: { readonly type: ClientType; readonly vendorUrn: string }) {
  const { form } = useFormUnderEdit();
  const isPublic = type === 'public';
  return (
    <Part title={messages.about}>
      {form.registration === null ? (
        <TextField label={messages.id} value={form.id} isMono help={messages.idHelp} onChange={form.rename} />
      ) : null}
      <TextMember member="client_name" label={messages.name} help={messages.nameHelp} isMono={false} />
      <div className="field">
        <span>
          <Segmented
            label={messages.type}
            options={types}
            value={type}
            onChange={(next) => {
              const typed = form.secrets['client_secret'] ?? undefined;
              const taken = form.held('client_secret') === null ? undefined : null;
              form.change(withType(form.document, next, vendorUrn), {
                client_secret: next === 'public' ? taken : typed,
              });
            }}
          />
        </span>
        <span className="help">{messages.typeHelp[type]}</span>
      </div>
      {!usesSecret(form, isPublic) && form.held('client_secret') === null ? null : (
        <SecretInput member="client_secret" label={messages.secret} canGenerate={!isPublic} canTakeAway />
      )}
      {isPublic ? null : (
        <ChoiceMember
          member="token_endpoint_auth_method"
          label={messages.authMethod}
          options={authMethods}
          absent={messages.anyAuthMethod}
        />
      )}
    </Part>
  );
}

function Redirects({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  const uris = listOf(form, 'redirect_uris');
  const isUsed =
    listOf(form, 'response_types').length > 0 || listOf(form, 'grant_types').includes('authorization_code');
  if (!isUsed && uris.length === 0) return null;
  return (
    <Part title={messages.redirects} isAlone>
      <ListMember
        member="redirect_uris"
        label={messages.redirects}
        help={messages.redirectsHelp}
        findings={findings}
      />
      <FindingsAt findings={findings} pointer="/redirect_uris" />
    </Part>
  );
}

/** The form of a client; its grants decide which fields it shows. */
export function ClientForm() {
  const { form } = useFormUnderEdit();
  const settings = useSettings();
  const { vendorUrn } = usePolicy();
  const findings = useFindings(form);
  const type = clientTypeOf(form, vendorUrn);
  const others = Object.keys(form.document).filter((name) => !known.has(name));
  return (
    <EditorFrame
      title={form.registration === null ? messages.add : form.id}
      isComplete={form.id !== ''}
      acts={
        form.registration === null ? null : (
          <Button
            kind="ghost"
            icon={Waypoints}
            onPress={() => (form.isEdited ? toast(messages.tryUnsaved) : openLink(flowsPath(form.id)))}
          >
            {messages.tryInFlows}
          </Button>
        )
      }
    >
      <About type={type} vendorUrn={vendorUrn} />
      <ClientGrants findings={findings} type={type} vendorUrn={vendorUrn} />
      <Redirects findings={findings} />
      <ClientScopes findings={findings} settings={settings} />
      <ClientTokens findings={findings} />
      <ClientSignIn findings={findings} />
      <ClientKeys findings={findings} />
      <ClientRequests findings={findings} />
      <ClientLogout findings={findings} />
      <ClientProfiles />
      <Part title={messages.findings}>
        <FindingList findings={findings} />
        {others.length === 0 ? null : <p className="help">{identityMessages.identity.more(others.length)}</p>}
        {form.registration === null ? null : (
          <span>
            <Button
              small
              onPress={() => openLink(`${identityPath('tokens')}?find=${encodeURIComponent(form.id)}`)}
            >
              {messages.showTokens}
            </Button>
          </span>
        )}
      </Part>
    </EditorFrame>
  );
}
