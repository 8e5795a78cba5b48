import { AppWindow } from 'lucide-react';
import type { Registration } from '#shared/api/index.ts';
import { grantOfType } from '#shared/oauth/index.ts';
import { Drawn } from '../../ui/icon.tsx';
import { TemplateButton } from '../../workbench/template-dialog.tsx';
import { ClientForm } from './client-form.tsx';
import { DynamicClients } from './dynamic-clients.tsx';
import { FindingMark } from './findings.tsx';
import { RegistrationTab } from './registration-tab.tsx';
import { useDynamicClients } from './use-dynamic-clients.ts';
import { usePolicy } from './use-policy.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm.shortGrants;

/** A grant in few letters; one of another vendor, or that nobody knows, by the end of its name. */
function shortGrant(name: string): string {
  const vendorUrn = /^urn:([^:]+):oauth2:/.exec(name)?.[1] ?? '';
  const id = grantOfType(name, vendorUrn);
  return id === undefined ? (name.split(':').at(-1) ?? name) : messages[id];
}

function grantsText({ document }: Registration): string {
  const texts = (name: string) => {
    const value = document?.[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const isImplicit = texts('response_types').some((type) => type.split(' ').includes('token'));
  return [...texts('grant_types').map(shortGrant), ...(isImplicit ? [messages.implicit] : [])].join(', ');
}

function Note({ registration }: { readonly registration: Registration }) {
  if (registration.document === null)
    return (
      <span className="row tight c-danger">
        <Drawn name="failed" small />
        {identityMessages.identity.broken}
      </span>
    );
  return (
    <>
      <span className="ref clip">{grantsText(registration)}</span>
      <FindingMark findings={registration.findings} />
    </>
  );
}

const blank = {
  redirect_uris: [],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: '',
  token_endpoint_auth_method: 'client_secret_basic',
  require_pkce: true,
};

/** In addresses, the placeholder of the clients that registered themselves; no client has this name. */
const dynamicId = '(self-registered)';

/** The clients of the workspace, and apart from them those that registered themselves. */
export function Clients() {
  const { settings } = usePolicy();
  const { all } = useDynamicClients();
  const page = {
    entry: {
      id: dynamicId,
      title: identityMessages.dynamicClients.title,
      isWord: true,
      note: <span className="ref">{all.length}</span>,
      isDirty: false,
      text: '',
    },
    page: <DynamicClients />,
  };
  return (
    <RegistrationTab
      tab="clients"
      kind="client"
      words={identityMessages.clientForm}
      icon={AppWindow}
      blank={blank}
      form={ClientForm}
      note={Note}
      acts={<TemplateButton kind="client" isIcon />}
      pages={settings.registration === 'off' && all.length === 0 ? [] : [page]}
    />
  );
}
