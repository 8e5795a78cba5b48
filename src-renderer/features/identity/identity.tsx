import { type ComponentType, useState } from 'react';
import { useAppStatus } from '../../api/live.ts';
import { useStore } from '../../api/store.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { type IdentityTab, identityPath, identityTabs } from '../../workbench/addresses.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { Clients } from './clients.tsx';
import { formDrafts, restoreDrafts } from './drafts.ts';
import { LiveTokens } from './live-tokens.tsx';
import { Policy } from './policy.tsx';
import { Scopes } from './scopes.tsx';
import { Trust } from './trust.tsx';
import { Users } from './users.tsx';
import './identity.css';
import { identityMessages } from './words.ts';

const messages = identityMessages.identity;

/** Each part: one line. */
const parts: Readonly<Record<IdentityTab, ComponentType>> = {
  clients: Clients,
  users: Users,
  tokens: LiveTokens,
  scopes: Scopes,
  trust: Trust,
  policy: Policy,
};

const tabs = identityTabs.map((id) => ({ id, label: messages.tabs[id] }));

/** The identity screen: clients, users, issued tokens, and the behaviour of the server. */
export function Identity() {
  const { address, navigate, path } = useTab();
  const workspaceId = useAppStatus()?.workspaceId;
  if (workspaceId !== undefined) restoreDrafts(workspaceId);
  const drafts = useStore(formDrafts);
  const [first = ''] = (address?.rest ?? '').split('/');
  const tab = identityTabs.find((id) => id === first) ?? 'clients';
  useTabLabel(messages.title, drafts.size > 0);
  // Each part is found again as it was left.
  const [left, setLeft] = useState<Readonly<Partial<Record<IdentityTab, string>>>>({});
  if (left[tab] !== path) setLeft({ ...left, [tab]: path });
  const Part = parts[tab];
  return (
    <div className="identity">
      <h1 className="vh">{messages.title}</h1>
      <Tabs
        label={messages.title}
        tabs={tabs}
        selected={tab}
        onSelect={(id) => navigate(left[id] ?? identityPath(id))}
      >
        <Part key={tab} />
      </Tabs>
    </div>
  );
}
