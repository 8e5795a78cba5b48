import type { LucideIcon } from 'lucide-react';
import {
  Activity as ActivityIcon,
  Cable,
  CircleAlert,
  CircleHelp,
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
import { sharedMessages } from '../words/shared-messages.ts';
import { connectorName, parsePath, type Screen, screens } from '../workbench/addresses.ts';

/** Where a screen can be reached without knowing its name: above or below the gap of the rail, or in the title bar. */
export const screenAreas = ['main', 'low', 'title-bar'] as const;
type ScreenArea = (typeof screenAreas)[number];

/** All that the window knows of a screen. */
interface ScreenDescriptor {
  /** Each screen is a chunk of its own: the first one shown does not wait for the others. */
  readonly load: () => Promise<ComponentType>;
  readonly icon: LucideIcon;
  readonly area: ScreenArea;
  /** Of the command that goes there. */
  readonly keys: readonly string[];
  readonly words: {
    /** In the rail, and of a tab. */
    readonly title: string;
    /** In palette and menu. */
    readonly command: string;
    /** Of a tab that shows one document, named by what follows the screen in its address; also before it was shown. */
    readonly document?: (rest: string) => string;
  };
}

/** A browser keeps Ctrl with a digit for its own tabs, and sets the size of the page back with Ctrl+0. */
function digit(key: number): readonly string[] {
  return key === 0 ? ['alt+0'] : [`alt+${key}`, `ctrl+${key}`];
}

function named(screen: Screen) {
  const title = sharedMessages.nav[screen];
  return { title, command: sharedMessages.commands.goTo(title) };
}

/** Every screen; rail, title bar, palette, menu, keys and tabs follow from it. */
const descriptors: Readonly<Record<Screen, ScreenDescriptor>> = {
  home: {
    load: async () => (await import('../features/home/home.tsx')).Home,
    icon: House,
    area: 'main',
    keys: digit(1),
    words: named('home'),
  },
  identity: {
    load: async () => (await import('../features/identity/identity.tsx')).Identity,
    icon: Fingerprint,
    area: 'main',
    keys: digit(2),
    words: named('identity'),
  },
  flows: {
    load: async () => (await import('#renderer/features/flows/flow-debugger.tsx')).FlowDebugger,
    icon: Waypoints,
    area: 'main',
    keys: digit(3),
    words: named('flows'),
  },
  connectors: {
    load: async () => (await import('#renderer/features/connectors/connectors.tsx')).Connectors,
    icon: Cable,
    area: 'main',
    keys: digit(4),
    words: { ...named('connectors'), document: connectorName },
  },
  throttle: {
    load: async () => (await import('#renderer/features/throttle/throttle-lab.tsx')).ThrottleLab,
    icon: Gauge,
    area: 'main',
    keys: digit(5),
    words: named('throttle'),
  },
  consents: {
    load: async () => (await import('#renderer/features/consents/consents.tsx')).Consents,
    icon: FileCheck,
    area: 'main',
    keys: digit(6),
    words: named('consents'),
  },
  contract: {
    load: async () => (await import('#renderer/features/contract/contract.tsx')).Contract,
    icon: History,
    area: 'main',
    keys: digit(7),
    words: named('contract'),
  },
  activity: {
    load: async () => (await import('../features/activity/activity.tsx')).Activity,
    icon: ActivityIcon,
    area: 'main',
    keys: digit(8),
    words: named('activity'),
  },
  problems: {
    load: async () => (await import('../features/problems/problems.tsx')).Problems,
    icon: CircleAlert,
    area: 'low',
    keys: digit(9),
    words: named('problems'),
  },
  files: {
    load: async () => (await import('../features/files/files.tsx')).Files,
    icon: FileText,
    area: 'low',
    keys: digit(0),
    words: { ...named('files'), document: (rest) => rest.split('/').at(-1) ?? rest },
  },
  help: {
    load: async () => (await import('../features/help/help.tsx')).Help,
    icon: CircleHelp,
    area: 'title-bar',
    keys: ['shift+f1'],
    words: named('help'),
  },
  settings: {
    load: async () => (await import('../features/settings/settings.tsx')).Settings,
    icon: Settings,
    area: 'title-bar',
    keys: ['ctrl+,'],
    words: { ...named('settings'), command: sharedMessages.commands.settings },
  },
};

export interface ScreenEntry extends ScreenDescriptor {
  readonly screen: Screen;
}

/** Every screen of the application, in the order of the navigation. */
export const screenEntries: readonly ScreenEntry[] = screens.map((screen) => ({
  screen,
  ...descriptors[screen],
}));

const components: { [Name in Screen]?: ComponentType } = {};

function componentOf(screen: Screen): ComponentType {
  components[screen] ??= lazy(async () => ({ default: await descriptors[screen].load() }));
  return components[screen];
}

/** The screens of an area, in order. */
export function screensIn(area: ScreenArea): readonly ScreenEntry[] {
  return screenEntries.filter((entry) => entry.area === area);
}

/**
 * Fetches the screens that are not shown yet, so that going there waits neither for their code nor for the 300 ms for which
 * React keeps the blank of a lazy one.
 */
export async function preloadScreens(): Promise<void> {
  for (const screen of screens) {
    const loaded = await descriptors[screen].load();
    components[screen] ??= loaded;
  }
}

/** The screen that a tab shows, with its title and icon. */
interface ShownScreen {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}

/** The screen at a path; one that leads nowhere is Home. */
export function screenAt(path: string): ShownScreen {
  const { screen, rest } = parsePath(path) ?? { screen: 'home', rest: '' };
  const { words, icon } = descriptors[screen];
  return {
    icon,
    Component: componentOf(screen),
    title: (rest === '' ? undefined : words.document?.(rest)) ?? words.title,
  };
}
