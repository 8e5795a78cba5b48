/** The screens of the application, in the order of the navigation. */
export const screens = [
  'home',
  'identity',
  'flows',
  'connectors',
  'throttle',
  'consents',
  'contract',
  'activity',
  'problems',
  'help',
  'settings',
  'files',
] as const;
export type Screen = (typeof screens)[number];

/** True if a name is that of a screen. */
export function isScreen(name: string): name is Screen {
  return (screens as readonly string[]).includes(name);
}
