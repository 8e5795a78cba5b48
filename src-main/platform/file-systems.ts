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

/** The network file system that a folder lies on, by its name; null: it lies on none, or the system does not tell. */
export function networkFileSystemOf(directory: string, typeOf = typeOfFileSystem): string | null {
  if (/^(?:\\\\|\/\/)[^\\/?.]/.test(directory)) return 'a share';
  return networkFileSystems.get(typeOf(directory)) ?? null;
}

function typeOfFileSystem(directory: string): number {
  // Negative where the number has its highest bit set.
  return process.platform === 'linux' ? statfsSync(directory).type >>> 0 : 0;
}
