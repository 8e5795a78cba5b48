/**
 * Returns the message for the user of a Node that is too old, and null for any other. The versions here brought node:sqlite without a
 * flag and tls.getCACertificates. This file imports nothing, and uses nothing that an old Node cannot read.
 */
export function nodeTooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 23 || (major === 23 && minor >= 10) || (major === 22 && minor >= 15)) return null;
  return (
    `Gatehouse needs Node 22.15 or newer, and this is Node ${version}.\n` +
    '  Fix: install Node 24, or the package gatehouse-headless, which brings its own.\n'
  );
}
