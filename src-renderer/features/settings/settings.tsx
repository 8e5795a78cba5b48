import type { ComponentType } from 'react';
import { toProblem } from '../../api/problem.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { filePath, settingsPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { isSettingHere } from '../../workbench/settings-here.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { SettingsContext, useSettings } from '../../workbench/use-settings.ts';
import { Appearance } from './appearance.tsx';
import { DesktopSettings } from './desktop.tsx';
import { Faults } from './faults.tsx';
import { Keys } from './keys.tsx';
import { Network } from './network.tsx';
import { Retention } from './retention.tsx';
import { Secrets } from './secrets.tsx';
import { ServiceSettings } from './services.tsx';
import { Sessions } from './sessions.tsx';
import { Trust } from './trust.tsx';
import { VendorSettings } from './vendor.tsx';
import { WorkspaceTrust } from './workspace-trust/workspace-trust.tsx';
import './settings.css';

const messages = sharedMessages.settings;

type Section = keyof typeof messages.sections;

/** Each section: one line. */
const sections: Readonly<Record<Section, ComponentType>> = {
  appearance: Appearance,
  keys: Keys,
  services: ServiceSettings,
  network: Network,
  vendor: VendorSettings,
  secrets: Secrets,
  sessions: Sessions,
  workspaceTrust: WorkspaceTrust,
  trust: Trust,
  faults: Faults,
  retention: Retention,
  desktop: DesktopSettings,
};

const ofManifest: readonly Section[] = ['services', 'network', 'vendor'];

/** Those that this host has. */
function sectionsHere(): readonly Section[] {
  return (Object.keys(sections) as Section[]).filter(isSettingHere);
}

function isSection(name: string): name is Section {
  return sectionsHere().some((id) => id === name);
}

/** Everything that can be set, by section; the address names the section. */
export function Settings() {
  useTabLabel(messages.title);
  const { address, navigate } = useTab();
  const rest = address?.rest ?? '';
  const section = isSection(rest) ? rest : 'appearance';
  const settings = useSettings();
  const Body = sections[section];
  const isOfManifest = ofManifest.includes(section);
  return (
    <div className="settings">
      <nav className="settings-nav" aria-label={messages.title}>
        <h1 className="title">{messages.title}</h1>
        {sectionsHere().map((id) => (
          <a
            key={id}
            href={`#${settingsPath(id)}`}
            className="inset"
            aria-current={id === section ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault();
              navigate(settingsPath(id));
            }}
          >
            {messages.sections[id]}
          </a>
        ))}
      </nav>
      <ScrollRegion className="settings-body" label={messages.sections[section]}>
        <header className="row wraps">
          <h2 className="title">{messages.sections[section]}</h2>
          <span className="push" />
          {isOfManifest ? (
            <SmallGhostButton onPress={() => openLink(filePath('gatehouse.json'))}>
              {messages.editFile}
            </SmallGhostButton>
          ) : null}
        </header>
        {settings.error !== null && isOfManifest ? <ProblemNote problem={toProblem(settings.error)} /> : null}
        <SettingsContext value={settings}>
          {settings.isLoaded || !isOfManifest ? <Body key={section} /> : null}
        </SettingsContext>
      </ScrollRegion>
    </div>
  );
}
