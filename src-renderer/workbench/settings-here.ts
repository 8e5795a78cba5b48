import { isDesktop } from '../api/desktop-port.ts';

/** Sections of the settings that only one host has, by whether that is the desktop. */
const onlyOn: Readonly<Record<string, boolean>> = { desktop: true, sessions: false };

/** True if the host that shows this page has a section of the settings. */
export function isSettingHere(section: string): boolean {
  const isOnDesktop = onlyOn[section];
  return isOnDesktop === undefined || isOnDesktop === isDesktop();
}
