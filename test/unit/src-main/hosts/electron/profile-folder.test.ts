import { expect, test } from 'vitest';
import { profileFolder } from '#main/hosts/electron/profile-folder.ts';
import { userFolders } from '#main/platform/user-folders.ts';

const home = '/Users/ann';
const support = `${home}/Library/Application Support`;

test('on macOS, whose disks take both names for one, Chromium gets a folder of its own', () => {
  const own = userFolders('darwin', { HOME: home });
  for (const name of ['gatehouse', 'Gatehouse'])
    expect(profileFolder('darwin', `${support}/${name}`, own)).toBe(`${support}/Gatehouse Browser Profile`);
  expect(profileFolder('darwin', `${support}/gatehouse-desktop`, own)).toBeNull();
});

test.each([
  ['win32', 'C:\\Users\\ann\\AppData\\Roaming\\gatehouse'],
  ['linux', '/home/ann/.config/gatehouse'],
] as const)(
  'on %s the two are apart, and the profile stays where the key store has it',
  (platform, usual) => {
    expect(profileFolder(platform, usual, userFolders(platform, { HOME: '/home/ann' }))).toBeNull();
  },
);
