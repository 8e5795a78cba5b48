import { Copy, Play, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Part } from './part.tsx';

const keys = [
  ['Ctrl K', 'Commands'],
  ['F10', 'Step'],
  ['F5', 'Continue'],
  ['F8', 'Next problem'],
  ['?', 'All keys'],
] as const;

/** Buttons and keys. */
export function Buttons() {
  return (
    <Part
      title="Buttons"
      text="One ink button a pane. Name the act, not “OK”. A key is shown where the act is, and is never the only way."
    >
      <div className="row wraps">
        <Button kind="ink" icon={Play} keyHint="ctrl+enter">
          Simulate 60 s
        </Button>
        <Button icon={Send}>Apply to gateway</Button>
        <Button kind="ghost">Explain</Button>
        <Button kind="danger">Delete client</Button>
        <Button disabled>Stop</Button>
        <Button isPressed>Selected</Button>
        <Button kind="ghost" icon={Copy} label="Copy" />
      </div>
      <div className="row wraps">
        <Button small>Small</Button>
        <Button small kind="ink">
          Small
        </Button>
        <SmallGhostButton icon={Plus}>Small</SmallGhostButton>
      </div>
      <div className="row wraps">
        {keys.map(([key, act]) => (
          <span key={key} className="row tight">
            <kbd className="key">{key}</kbd>
            {act}
          </span>
        ))}
      </div>
    </Part>
  );
}

const profiles = ['Product', 'Strict', 'Training'].map((label) => ({ id: label, label }));
const views = [
  { id: 'form', label: 'Form' },
  { id: 'json', label: 'JSON' },
  { id: 'script', label: 'Script' },
] as const;
const tabs = [
  { id: 'clients', label: 'Clients' },
  { id: 'users', label: 'Users' },
  { id: 'tokens', label: 'Live tokens' },
  { id: 'policy', label: 'Server policy' },
] as const;

/** Fields and choices. */
export function Fields() {
  const [client, setClient] = useState('portal-web');
  const [uri, setUri] = useState('http://app.example.com/cb');
  const [profile, setProfile] = useState('Product');
  const [view, setView] = useState<(typeof views)[number]['id']>('form');
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('clients');
  const [grants, setGrants] = useState({ code: true, implicit: false });
  const [kind, setKind] = useState('confidential');
  return (
    <Part title="Fields" text="Label above, help below. An error replaces the help and says the repair.">
      <div className="fields">
        <TextField label="Client ID" isMono value={client} onChange={setClient} help="Shown in every trace" />
        <TextField
          label="Redirect URI"
          isMono
          value={uri}
          onChange={setUri}
          error="Use https, or a loopback address"
        />
        <Select label="Profile" options={profiles} value={profile} onChange={setProfile} />
        <TextField
          label="Issuer"
          isMono
          isReadOnly
          value="http://127.0.0.1:9031"
          onChange={() => undefined}
        />
      </div>
      <div className="row wraps">
        <Checkbox
          label="authorization_code"
          isChecked={grants.code}
          onChange={(code) => setGrants({ ...grants, code })}
        />
        <Checkbox
          label="implicit"
          isChecked={grants.implicit}
          onChange={(implicit) => setGrants({ ...grants, implicit })}
        />
        {['confidential', 'public'].map((name) => (
          <label key={name} className="check">
            <input type="radio" name="client type" checked={kind === name} onChange={() => setKind(name)} />
            {name}
          </label>
        ))}
        <Segmented label="View" options={views} value={view} onChange={setView} />
      </div>
      <Tabs label="Identity" tabs={tabs} selected={tab} onSelect={setTab}>
        <p className="remark">{tabs.find(({ id }) => id === tab)?.label}</p>
      </Tabs>
    </Part>
  );
}
