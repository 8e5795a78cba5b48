import { reportProblem } from '../../ui/report-problem.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { CheckSetting, TextSetting } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { SecretField } from './secret-field.tsx';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.network;
const passwordName = 'network.proxy.password';

/** How requests that the engine sends leave this machine. */
export function Network() {
  const settings = useShownSettings();
  const hasProxy = typeof settings.at('/network/proxy/url') === 'string';
  const setProxy = (text: string) => (text === '' ? null : text);
  const nameSecret = () => {
    settings
      .set(messages.proxyPassword, [{ pointer: '/network/proxy/password', value: { $secret: passwordName } }])
      .catch(reportProblem);
  };
  return (
    <div className="settings-form form">
      <p className="muted">{sharedMessages.settings.ofWorkspace}</p>
      <TextSetting
        pointer="/network/proxy/url"
        label={messages.proxy}
        help={messages.proxyHelp}
        parse={setProxy}
      />
      {hasProxy ? (
        <>
          <TextSetting pointer="/network/proxy/username" label={messages.proxyUsername} />
          <SecretField
            label={messages.proxyPassword}
            value={settings.at('/network/proxy/password')}
            name={passwordName}
            onStored={nameSecret}
          />
          <CheckSetting pointer="/network/proxyLoopback" label={messages.proxyLoopback} />
        </>
      ) : null}
      <TextSetting
        pointer="/network/caFiles"
        label={messages.caFiles}
        help={messages.caFilesHelp}
        parse={(text) => text.split(/[\s,]+/).filter((file) => file !== '')}
      />
    </div>
  );
}
