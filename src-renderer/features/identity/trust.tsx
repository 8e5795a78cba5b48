import { Handshake, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import type { RegistrationKind } from '#shared/api/index.ts';
import { toProblem } from '../../api/problem.ts';
import { useStore } from '../../api/store.ts';
import { Empty } from '../../ui/empty.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { identityPath } from '../../workbench/addresses.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { draftKey, formDrafts, type Members } from './drafts.ts';
import { JwtIssuerForm } from './jwt-issuer-form.tsx';
import { ProviderForm } from './provider-form.tsx';
import { newId, RegistrationEditor } from './registration-tab.tsx';
import { SamlForm } from './saml-form.tsx';
import { SigningKeys } from './signing-keys.tsx';
import { type Entry, Split } from './split.tsx';
import { useRegistrations } from './use-registrations.ts';
import { WebhookForm } from './webhook-form.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.trustScreen;

const kinds = [
  'saml-issuer',
  'jwt-issuer',
  'identity-provider',
  'webhook',
] as const satisfies readonly RegistrationKind[];
type TrustKind = (typeof kinds)[number];

const forms: Readonly<Record<TrustKind, { readonly form: ComponentType; readonly blank: Members }>> = {
  'saml-issuer': { form: SamlForm, blank: { issuer: '', certificates: [] } },
  'jwt-issuer': { form: JwtIssuerForm, blank: { issuer: '' } },
  'identity-provider': { form: ProviderForm, blank: { issuer: '', client_id: '' } },
  webhook: { form: WebhookForm, blank: { url: '', events: ['*'] } },
};

const keysId = 'signing-keys';

function isTrustKind(name: string): name is TrustKind {
  return (kinds as readonly string[]).includes(name);
}

/** Returns the registrations in the list, with any error in reading them. */
function useTrusted() {
  const saml = useRegistrations('saml-issuer');
  const jwt = useRegistrations('jwt-issuer');
  const providers = useRegistrations('identity-provider');
  const webhooks = useRegistrations('webhook');
  const lists = [saml, jwt, providers, webhooks];
  return {
    registrations: lists.flatMap(({ data }) => data ?? []),
    error: lists.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** Whom the server trusts and whom it tells: SAML and JWT issuers, identity providers, its own keys, webhooks. */
export function Trust() {
  const { address, navigate, isNarrow } = useTab();
  const { registrations, error } = useTrusted();
  const drafts = useStore(formDrafts);
  const [, named = '', ...steps] = (address?.rest ?? '').split('/');
  // A wide window always shows one beside the list: the first until another is chosen.
  const first = named === '' && !isNarrow ? keysId : named;
  const kind = isTrustKind(first) ? first : null;
  const chosen = steps.join('/');
  const pathOf = (of: TrustKind) => (id?: string) =>
    id === undefined ? identityPath('trust') : identityPath('trust', of, id);
  const news = kinds
    .filter((each) => drafts.has(draftKey(each, '')) || (kind === each && chosen === newId))
    .map(
      (each): Entry => ({
        id: `${each}/${newId}`,
        title: messages.adds[each],
        isWord: true,
        note: null,
        isDirty: drafts.has(draftKey(each, '')),
        text: '',
      }),
    );
  const entries = registrations.map(
    (registration): Entry => ({
      id: `${registration.kind}/${registration.id}`,
      title: registration.id,
      note: (
        <span className="ref">{isTrustKind(registration.kind) ? messages.kinds[registration.kind] : ''}</span>
      ),
      isDirty: drafts.has(draftKey(registration.kind, registration.id)),
      text: JSON.stringify(registration.document ?? ''),
    }),
  );
  const keys: Entry = {
    id: keysId,
    title: messages.keys,
    isWord: true,
    note: null,
    isDirty: false,
    text: '',
  };
  const select = (entryId: string) => {
    const [entryKind = '', ...rest] = entryId.split('/');
    navigate(isTrustKind(entryKind) ? pathOf(entryKind)(rest.join('/')) : identityPath('trust', keysId));
  };
  const isEditing = kind !== null && chosen !== '';
  return (
    <Split
      label={messages.list}
      entries={[keys, ...news, ...entries]}
      selectedId={isEditing ? `${kind}/${chosen}` : first === keysId ? keysId : null}
      onSelect={select}
      acts={
        <Menu
          label={messages.add}
          icon={Plus}
          entries={kinds.map((id) => ({ id, label: messages.adds[id] }))}
          onAction={(id) => navigate(pathOf(id)(newId))}
        />
      }
    >
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {isEditing ? (
        <RegistrationEditor
          key={`${kind} ${chosen}`}
          kind={kind}
          id={chosen === newId ? '' : chosen}
          registration={registrations.find((each) => each.kind === kind && each.id === chosen) ?? null}
          blank={forms[kind].blank}
          form={forms[kind].form}
          pathOf={pathOf(kind)}
        />
      ) : first === keysId ? (
        <SigningKeys />
      ) : (
        <Empty icon={Handshake} title={messages.chooseTitle} text={messages.chooseText} />
      )}
    </Split>
  );
}
