import { reportProblem } from '../../ui/report-problem.ts';
import { strings } from '../../words/strings.ts';
import { CheckSetting, TextSetting } from '../../workbench/setting-fields.tsx';
import type { Settings } from '../../workbench/use-settings.ts';
import { SecretField } from './secret-field.tsx';

const words = strings.network;
const passwordName = 'network.proxy.password';

function proxyUrl(settings: Settings): boolean {
  return typeof settings.at('/network/proxy/url') === 'string';
}

/** How requests that the engine sends leave this machine. */
export function Network({ settings }: { readonly settings: Settings }) {
  const hasProxy = proxyUrl(settings);
  const setProxy = (text: string) => (text === '' ? null : text);
  const nameSecret = () => {
    settings
      .set(words.proxyPassword, [{ pointer: '/network/proxy/password', value: { $secret: passwordName } }])
      .catch(reportProblem);
  };
  return (
    <div className="settings-form">
      <p className="muted">{strings.settings.ofWorkspace}</p>
      <TextSetting
        settings={settings}
        pointer="/network/proxy/url"
        label={words.proxy}
        help={words.proxyHelp}
        parse={setProxy}
      />
      {hasProxy ? (
        <>
          <TextSetting settings={settings} pointer="/network/proxy/username" label={words.proxyUsername} />
          <SecretField
            label={words.proxyPassword}
            value={settings.at('/network/proxy/password')}
            name={passwordName}
            onStored={nameSecret}
          />
          <CheckSetting settings={settings} pointer="/network/proxyLoopback" label={words.proxyLoopback} />
        </>
      ) : null}
      <TextSetting
        settings={settings}
        pointer="/network/caFiles"
        label={words.caFiles}
        help={words.caFilesHelp}
        parse={(text) => text.split(/[\s,]+/).filter((file) => file !== '')}
      />
    </div>
  );
}
