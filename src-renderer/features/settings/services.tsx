import { useState } from 'react';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useAppStatus } from '../../api/live.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { strings } from '../../words/strings.ts';
import { runCommand } from '../../workbench/commands.ts';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import type { Settings } from '../../workbench/use-settings.ts';
import { ConnectorHostFields } from './connector-host.tsx';
import { PlatformSandboxFields } from './platform-sandbox.tsx';

const words = strings.serviceSettings;
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i;

const hostName = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/;

function hostNames(text: string): readonly string[] | undefined {
  const names = nameList(text);
  return names.every((name) => hostName.test(name)) ? names : undefined;
}

interface ServiceFieldsProps {
  readonly service: ServiceStatus;
  readonly settings: Settings;
}

function ServiceFields({ service, settings }: ServiceFieldsProps) {
  const [exposed, setExposed] = useState<string | null>(null);
  const base = `/services/${service.key}`;
  const { name } = strings.status.services[service.key];
  const bind = (value: unknown) => {
    settings.set(words.bind, [{ pointer: `${base}/bind`, value }]).catch(reportProblem);
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
        settings={settings}
        pointer={`${base}/port`}
        label={words.port}
        help={words.portHelp}
        invalid={words.portHelp}
        parse={wholeNumber(0, 65_535)}
      />
      <TextSetting
        settings={settings}
        pointer={`${base}/bind`}
        label={words.bind}
        help={words.bindHelp}
        onBefore={askBefore}
      />
      <TextSetting
        settings={settings}
        pointer={`${base}/publicUrl`}
        label={words.publicUrl}
        help={words.publicUrlHelp}
      />
      <TextSetting
        settings={settings}
        pointer={`${base}/allowedHosts`}
        label={words.allowedHosts}
        help={words.allowedHostsHelp}
        invalid={words.allowedHostsHelp}
        parse={hostNames}
      />
      <CheckSetting settings={settings} pointer={`${base}/tls`} label={words.tls} />
      {service.key === 'connectorHost' ? <ConnectorHostFields settings={settings} /> : null}
      {service.key === 'platform' ? <PlatformSandboxFields settings={settings} /> : null}
      <Button small onPress={() => runCommand(`service.restart.${service.key}`)}>
        {words.restart}
      </Button>
      {exposed === null ? null : (
        <Confirm
          title={words.expose(exposed)}
          text={words.exposeText}
          act={words.exposeAct}
          typed={{ text: exposed, label: words.exposeType(exposed) }}
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
export function ServiceSettings({ settings }: { readonly settings: Settings }) {
  const services = useAppStatus()?.services ?? [];
  return (
    <div className="settings-form">
      <p className="muted">{strings.settings.ofWorkspace}</p>
      {services.map((service) => (
        <ServiceFields key={service.key} service={service} settings={settings} />
      ))}
    </div>
  );
}
