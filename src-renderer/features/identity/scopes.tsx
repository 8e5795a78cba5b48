import { Tags } from 'lucide-react';
import { scopeClaims } from '#shared/oauth/index.ts';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Table } from '../../ui/table.tsx';
import { identityPath } from '../../workbench/addresses.ts';
import { TextSetting } from '../../workbench/setting-fields.tsx';
import { useTab } from '../../workbench/tab-context.tsx';
import { SettingsContext, useSettings } from '../../workbench/use-settings.ts';
import { knownScopes, scopesOf } from './scope-names.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.scopes;
const pointer = '/services/authorizationServer/scopes';

/** Every scope: the clients that may ask for it, its effect, and its description for users. */
export function Scopes() {
  const settings = useSettings();
  const { navigate } = useTab();
  const list = useRegistrations('client');
  const clients = list.data ?? [];
  const scopes = knownScopes(clients, settings.at(pointer));
  const claims: Readonly<Record<string, readonly string[]>> = scopeClaims;
  if (list.isSuccess && scopes.length === 0)
    return (
      <Empty
        icon={Tags}
        title={messages.emptyTitle}
        text={messages.emptyText}
        actions={<Button onPress={() => navigate(identityPath('clients'))}>{messages.toClients}</Button>}
      />
    );
  return (
    <ScrollRegion className="identity-page" label={messages.list}>
      <p className="muted">{messages.help}</p>
      {list.error === null ? null : <ProblemNote problem={toProblem(list.error)} />}
      <SettingsContext value={settings}>
        <Table
          label={messages.list}
          className="rows scope-table"
          columns={[messages.scope, messages.clients, messages.claims, messages.meaning]}
        >
          {scopes.map((scope) => {
            const asking = clients.filter((client) => scopesOf(client).includes(scope));
            return (
              <tr key={scope}>
                <th scope="row" className="mono wrap">
                  {scope}
                </th>
                <td>
                  <span className="row tight wraps">
                    {asking.length === 0 ? <span className="muted">{messages.nobody}</span> : null}
                    {asking.map(({ id }) => (
                      <button
                        key={id}
                        type="button"
                        className="lnk mono wrap"
                        onClick={() => navigate(identityPath('clients', id))}
                      >
                        {id}
                      </button>
                    ))}
                  </span>
                </td>
                <td className="mono wrap muted">{(claims[scope] ?? []).join(', ')}</td>
                <td className="meaning">
                  <TextSetting
                    pointer={`${pointer}/${scope.replaceAll('~', '~0').replaceAll('/', '~1')}`}
                    label={messages.meaningOf(scope)}
                    isMono={false}
                  />
                </td>
              </tr>
            );
          })}
        </Table>
      </SettingsContext>
    </ScrollRegion>
  );
}
