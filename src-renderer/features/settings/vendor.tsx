import { vendorPresets } from '#shared/workspace/vendor-presets.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import { Select } from '../../ui/select.tsx';
import { TextSetting } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.vendor;
const members = ['urn', 'header', 'mediaType', 'userAgent', 'validatedTokenType'] as const;

/** The preset whose names are in force; null: own ones. */
export function presetInForce(vendor: unknown): string | null {
  const inForce = (member: string) =>
    typeof vendor === 'object' && vendor !== null ? Reflect.get(vendor, member) : undefined;
  return (
    vendorPresets.find((preset) => members.every((member) => preset.vendor[member] === inForce(member)))
      ?.id ?? null
  );
}

/** The names in place of a product's own. */
export function VendorSettings() {
  const settings = useShownSettings();
  const vendor = settings.at('/vendor');
  const own = { id: 'own', label: messages.own };
  const choose = (id: string) => {
    const preset = vendorPresets.find((candidate) => candidate.id === id);
    if (preset === undefined) return;
    const changes = members.map((member) => ({ pointer: `/vendor/${member}`, value: preset.vendor[member] }));
    settings.set(messages.preset, changes).catch(reportProblem);
  };
  const urn = settings.at('/vendor/urn');
  const header = settings.at('/vendor/header');
  return (
    <div className="settings-form form">
      <p className="muted">{messages.help}</p>
      <Select
        label={messages.preset}
        options={[...vendorPresets.map(({ id, label }) => ({ id, label })), own]}
        value={presetInForce(vendor) ?? own.id}
        onChange={choose}
      />
      {members.map((member) => (
        <TextSetting key={member} pointer={`/vendor/${member}`} label={messages[member]} />
      ))}
      <div className="setting">
        <span className="label">{messages.example}</span>
        <pre className="code block">{`grant_type=urn:${String(urn)}:oauth2:grant_type:validate_bearer\nX-${String(header)}-Username: admin`}</pre>
      </div>
    </div>
  );
}
