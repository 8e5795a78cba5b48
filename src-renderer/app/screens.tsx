import type { LucideIcon } from 'lucide-react';
import { Activity as ActivityIcon, CircleAlert, FileText, House, Settings, Waypoints } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { strings } from '../words/strings.ts';
import { parsePath, type Screen } from '../workbench/addresses.ts';

interface ScreenEntry {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}

// Each screen is a chunk of its own: the first one shown does not wait for the others.
/** Every screen: one line each. */
export const screenEntries: Readonly<Record<Screen, ScreenEntry>> = {
  home: {
    title: strings.nav.home,
    icon: House,
    Component: lazy(async () => ({ default: (await import('../features/home/home.tsx')).Home })),
  },
  flows: {
    title: strings.nav.flows,
    icon: Waypoints,
    Component: lazy(async () => ({
      default: (await import('../features/flow-debugger/flow-debugger.tsx')).FlowDebugger,
    })),
  },
  activity: {
    title: strings.nav.activity,
    icon: ActivityIcon,
    Component: lazy(async () => ({ default: (await import('../features/activity/activity.tsx')).Activity })),
  },
  problems: {
    title: strings.nav.problems,
    icon: CircleAlert,
    Component: lazy(async () => ({ default: (await import('../features/problems/problems.tsx')).Problems })),
  },
  files: {
    title: strings.nav.files,
    icon: FileText,
    Component: lazy(async () => ({ default: (await import('../features/files/files.tsx')).Files })),
  },
  settings: {
    title: strings.nav.settings,
    icon: Settings,
    Component: lazy(async () => ({ default: (await import('../features/settings/settings.tsx')).Settings })),
  },
};

/** The screen at a path; one that leads nowhere is Home. A file is called by its name, also before it was shown. */
export function screenAt(path: string): ScreenEntry {
  const { screen, rest } = parsePath(path) ?? { screen: 'home', rest: '' };
  const entry = screenEntries[screen];
  return screen === 'files' && rest !== '' ? { ...entry, title: rest.split('/').at(-1) ?? rest } : entry;
}
