import { statfsSync } from 'node:fs';

/** Numbers by which Linux tells file systems whose locks other machines do not see, or see too late; statfs(2). */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x013111a8, 'iBRIX'],
]);

/** Inputs that the answer depends on besides the path; the tests give others. */
interface FileSystemPorts {
  readonly platform: NodeJS.Platform;
  readonly typeOf: (directory: string) => number;
}

const machine: FileSystemPorts = { platform: process.platform, typeOf: (path) => statfsSync(path).type };

/**
 * The network file system of a folder, by name; null: it is on none, or the system does not say. Linux
 * reports the type of a file system, and Windows names shares by their path.
 */
export function networkFileSystemOf(directory: string, { platform, typeOf } = machine): string | null {
  if (platform === 'win32') return /^(?:\\\\|\/\/)[^\\/?.]/.test(directory) ? 'a share' : null;
  if (platform !== 'linux') return null;
  // Negative where the number has its highest bit set.
  return networkFileSystems.get(typeOf(directory) >>> 0) ?? null;
}
