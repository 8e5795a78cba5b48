import { Plus } from 'lucide-react';
import { useState } from 'react';
import { parseScope, scopeClaims } from '#shared/oauth/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Settings } from '../../workbench/use-settings.ts';
import type { ClientPartProps } from './client-grants.tsx';
import { Part, textOf } from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { knownScopes } from './scope-names.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;

/** The scopes that a client may request: those of this workspace to tick, and others to add. */
export function ClientScopes({ findings, settings }: ClientPartProps & { readonly settings: Settings }) {
  const { form } = useFormUnderEdit();
  const clients = useRegistrations('client').data ?? [];
  const [other, setOther] = useState('');
  const scope = textOf(form, 'scope');
  const own = scope.split(' ').filter((part) => part !== '');
  const all = [
    ...new Set([
      ...own,
      ...knownScopes(clients, settings.at('/services/authorizationServer/scopes')),
      'openid',
      ...Object.keys(scopeClaims),
    ]),
  ];
  const set = (next: readonly string[]) => {
    if (!form.isReadOnly) form.change({ scope: next.length === 0 ? undefined : next.join(' ') });
  };
  const isScope = other !== '' && (parseScope(other) ?? []).length > 0;
  const add = () => {
    if (!isScope) return;
    set([...new Set([...own, ...(parseScope(other) ?? [])])]);
    setOther('');
  };
  return (
    <Part title={messages.scopes} help={messages.scopesHelp}>
      <span className="check-wrap">
        {all.map((name) => (
          <Checkbox
            key={name}
            isMono
            label={name}
            isChecked={own.includes(name)}
            onChange={(on) => set(on ? [...own, name] : own.filter((each) => each !== name))}
          />
        ))}
      </span>
      <FindingsAt findings={findings} pointer="/scope" />
      {form.isReadOnly ? null : (
        <span className="row tight add-row">
          <TextField label={messages.addScope} value={other} isMono onChange={setOther} onEnter={add} />
          <Button icon={Plus} disabled={!isScope} onPress={add}>
            {identityMessages.identity.add}
          </Button>
        </span>
      )}
    </Part>
  );
}
