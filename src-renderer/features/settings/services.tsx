import { useState } from 'react';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useAppStatus } from '../../api/live.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { ConnectorHostFields } from './connector-host.tsx';
import { PlatformSandboxFields } from './platform-sandbox.tsx';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.serviceSettings;
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i;

const hostName = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/;

function hostNames(text: string): readonly string[] | undefined {
  const names = nameList(text);
  return names.every((name) => hostName.test(name)) ? names : undefined;
}

function ServiceFields({ service }: { readonly service: ServiceStatus }) {
  const settings = useShownSettings();
  const [exposed, setExposed] = useState<string | null>(null);
  const base = `/services/${service.key}`;
  const { name } = sharedMessages.status.services[service.key];
  const bind = (value: unknown) => {
    settings.set(messages.bind, [{ pointer: `${base}/bind`, value }]).catch(reportProblem);
  };
  const askBefore = (value: unknown): boolean => {
    if (typeof value !== 'string' || loopback.test(value)) return true;
    setExposed(value);
    return false;
  };
  return (
    <fieldset className="settings-group">
      <legend className="title">{name}</legend>
      <TextSetting
        pointer={`${base}/port`}
        label={messages.port}
        help={messages.portHelp}
        invalid={messages.portHelp}
        isShort
        parse={wholeNumber(0, 65_535)}
      />
      <TextSetting
        pointer={`${base}/bind`}
        label={messages.bind}
        help={messages.bindHelp}
        onBefore={askBefore}
      />
      <TextSetting pointer={`${base}/publicUrl`} label={messages.publicUrl} help={messages.publicUrlHelp} />
      <TextSetting
        pointer={`${base}/allowedHosts`}
        label={messages.allowedHosts}
        help={messages.allowedHostsHelp}
        invalid={messages.allowedHostsHelp}
        parse={hostNames}
      />
      <CheckSetting pointer={`${base}/tls`} label={messages.tls} />
      {service.key === 'connectorHost' ? <ConnectorHostFields /> : null}
      {service.key === 'platform' ? <PlatformSandboxFields /> : null}
      <Button small onPress={() => runCommand(`service.restart.${service.key}`)}>
        {messages.restart}
      </Button>
      {exposed === null ? null : (
        <Confirm
          title={messages.expose(exposed)}
          text={messages.exposeText}
          act={messages.exposeAct}
          typed={{ text: exposed, label: messages.exposeType(exposed) }}
          onClose={() => setExposed(null)}
          onAct={() => {
            bind(exposed);
            setExposed(null);
          }}
        />
      )}
    </fieldset>
  );
}

/** Where each service listens and how others reach it. */
export function ServiceSettings() {
  const services = useAppStatus()?.services ?? [];
  return (
    <div className="settings-form form">
      <p className="muted">{sharedMessages.settings.ofWorkspace}</p>
      {services.map((service) => (
        <ServiceFields key={service.key} service={service} />
      ))}
    </div>
  );
}
