import { dirname, join } from 'node:path';

/**
 * Where Chromium keeps its profile where its usual folder is also that of Gatehouse; null: the usual one is another.
 * macOS has both below Application Support, and takes `gatehouse` and `Gatehouse` for the same folder. Elsewhere the
 * profile stays where it is: on Windows the key lies in it under which the key of a state is sealed.
 */
export function profileFolder(
  platform: NodeJS.Platform,
  usual: string,
  own: { readonly stateRoot: string },
): string | null {
  if (platform !== 'darwin' || usual.toLowerCase() !== dirname(own.stateRoot).toLowerCase()) return null;
  return join(dirname(usual), 'Gatehouse Browser Profile');
}
