/** True on a Mac, where Command takes the place of Ctrl. */
export function isMac(): boolean {
  return navigator.platform.startsWith('Mac');
}
