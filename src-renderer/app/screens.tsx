import type { LucideIcon } from 'lucide-react';
import {
  Activity as ActivityIcon,
  Cable,
  CircleAlert,
  FileCheck,
  FileText,
  Fingerprint,
  Gauge,
  History,
  House,
  Settings,
  Waypoints,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { strings } from '../words/strings.ts';
import { connectorName, parsePath, type Screen, screens } from '../workbench/addresses.ts';

interface ScreenEntry {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}

// Each screen is a chunk of its own: the first one shown does not wait for the others.
const load: Readonly<Record<Screen, () => Promise<ComponentType>>> = {
  home: async () => (await import('../features/home/home.tsx')).Home,
  identity: async () => (await import('../features/identity/identity.tsx')).Identity,
  flows: async () => (await import('../features/flow-debugger/flow-debugger.tsx')).FlowDebugger,
  connectors: async () => (await import('../features/connector-studio/connectors.tsx')).Connectors,
  throttle: async () => (await import('../features/throttle-lab/throttle-lab.tsx')).ThrottleLab,
  consents: async () => (await import('../features/consent-import/consents.tsx')).Consents,
  contract: async () => (await import('../features/contract-history/contract.tsx')).Contract,
  activity: async () => (await import('../features/activity/activity.tsx')).Activity,
  problems: async () => (await import('../features/problems/problems.tsx')).Problems,
  files: async () => (await import('../features/files/files.tsx')).Files,
  settings: async () => (await import('../features/settings/settings.tsx')).Settings,
};

const icons: Readonly<Record<Screen, LucideIcon>> = {
  home: House,
  identity: Fingerprint,
  flows: Waypoints,
  connectors: Cable,
  throttle: Gauge,
  consents: FileCheck,
  contract: History,
  activity: ActivityIcon,
  problems: CircleAlert,
  files: FileText,
  settings: Settings,
};

function entryOf(screen: Screen): ScreenEntry {
  return {
    title: strings.nav[screen],
    icon: icons[screen],
    Component: lazy(async () => ({ default: await load[screen]() })),
  };
}

/** Every screen of the application. */
export const screenEntries: Readonly<Record<Screen, ScreenEntry>> = {
  home: entryOf('home'),
  identity: entryOf('identity'),
  flows: entryOf('flows'),
  connectors: entryOf('connectors'),
  throttle: entryOf('throttle'),
  consents: entryOf('consents'),
  contract: entryOf('contract'),
  activity: entryOf('activity'),
  problems: entryOf('problems'),
  files: entryOf('files'),
  settings: entryOf('settings'),
};

/** Fetches the screens that are not shown yet, so that going there does not wait for their code. */
export async function preloadScreens(): Promise<void> {
  for (const screen of screens) await load[screen]();
}

/** The screen at a path; one that leads nowhere is Home. A file or connector is called by its name, also before it was shown. */
export function screenAt(path: string): ScreenEntry {
  const { screen, rest } = parsePath(path) ?? { screen: 'home', rest: '' };
  const entry = screenEntries[screen];
  if (rest === '') return entry;
  if (screen === 'connectors') return { ...entry, title: connectorName(rest) };
  return screen === 'files' ? { ...entry, title: rest.split('/').at(-1) ?? rest } : entry;
}
