import { Checkbox } from '../../ui/checkbox.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { SecretField } from './secret-field.tsx';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.connectorHost;
const base = '/services/connectorHost';

/** A secret of these settings, stored under a name of its own. */
function HostSecret({ member, label }: { readonly member: string; readonly label: string }) {
  const settings = useShownSettings();
  const pointer = `${base}/${member}`;
  const name = `settings.connectorHost.${member.replaceAll('/', '.')}`;
  const nameSecret = () => {
    settings.set(label, [{ pointer, value: { $secret: name } }]).catch(reportProblem);
  };
  return <SecretField label={label} value={settings.at(pointer)} name={name} onStored={nameSecret} />;
}

/** The account that manages connectors, and the settings of the connector host. */
export function ConnectorHostFields() {
  const settings = useShownSettings();
  const isConflict = settings.at(`${base}/alreadyExistsStatus`) === 409;
  const isLiteral = settings.at(`${base}/runtime`) === 'product';
  const setLiteral = (isOn: boolean) => {
    settings
      .set(messages.literal, [{ pointer: `${base}/runtime`, value: isOn ? 'product' : 'complete' }])
      .catch(reportProblem);
  };
  const hasKeystore = typeof settings.at(`${base}/keystore/file`) === 'string';
  const setConflict = (isOn: boolean) => {
    settings
      .set(messages.conflict, [{ pointer: `${base}/alreadyExistsStatus`, value: isOn ? 409 : 412 }])
      .catch(reportProblem);
  };
  return (
    <>
      <TextSetting pointer={`${base}/username`} label={messages.username} help={messages.usernameHelp} />
      <HostSecret member="password" label={messages.password} />
      <div className="setting">
        <Checkbox label={messages.conflict} isChecked={isConflict} onChange={setConflict} />
      </div>
      <div className="setting">
        <Checkbox label={messages.literal} isChecked={isLiteral} onChange={setLiteral} />
      </div>
      <TextSetting
        pointer={`${base}/maxListRecords`}
        label={messages.maxListRecords}
        help={messages.maxListRecordsHelp}
        invalid={messages.maxListRecordsHelp}
        isShort
        parse={wholeNumber(1, 10_000_000)}
      />
      <TextSetting
        pointer={`${base}/frameworkVersion`}
        label={messages.framework}
        help={messages.frameworkHelp}
        invalid={messages.frameworkHelp}
        parse={(text) => (/^\d+(?:\.\d+){1,3}$/.test(text) ? text : undefined)}
      />
      <TextSetting pointer={`${base}/keystore/file`} label={messages.keystore} help={messages.keystoreHelp} />
      {hasKeystore ? <HostSecret member="keystore/password" label={messages.keystorePassword} /> : null}
    </>
  );
}
