import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { networkFileSystemOf } from '#main/platform/file-systems.ts';

test('the disk of this machine is no network file system', () => {
  expect(networkFileSystemOf(tmpdir())).toBeNull();
});

test.each([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0xef53, null],
  [0x01021994, null],
  // As statfs gives numbers whose highest bit is set.
  [0xff534d42 | 0, 'CIFS'],
])('%i is told as %s on Linux', (type, name) => {
  expect(networkFileSystemOf('//srv/imports', { platform: 'linux', typeOf: () => type })).toBe(name);
});

test.each([
  ['\\\\files\\imports', 'a share'],
  ['//files/imports', 'a share'],
  ['\\\\?\\C:\\imports', null],
  ['\\\\.\\pipe', null],
  ['C:\\imports', null],
])('%s is told as %s on Windows', (path, name) => {
  expect(networkFileSystemOf(path, { platform: 'win32', typeOf: () => 0 })).toBe(name);
});
