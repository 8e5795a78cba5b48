import { expect, test } from 'vitest';
import { lockDefects } from '../../../scripts/support/lock-defects.ts';

const manifest = {
  devDependencies: { builder: '1.2.3' },
  optionalDependencies: { 'builder-linux': '1.2.3' },
};

function lockOf(packages: Record<string, unknown>) {
  return { packages: { '': manifest, ...packages } };
}

const complete = {
  'node_modules/builder': { version: '1.2.3', optionalDependencies: { 'builder-mac': '1.2.3' } },
  'node_modules/builder-linux': { version: '1.2.3', optional: true },
  'node_modules/builder-mac': { version: '1.2.3', optional: true },
};

test('a lock with the optional packages of every platform has no defect', () => {
  expect(lockDefects(manifest, lockOf(complete))).toEqual([]);
});

test('a package of another platform that the lock lacks is named, with the package that wants it', () => {
  const { 'node_modules/builder-mac': _, ...rest } = complete;
  expect(lockDefects(manifest, lockOf(rest))).toEqual([
    'package-lock.json: no entry for builder-mac, an optional package of node_modules/builder',
  ]);
});

test('an optional package of the project itself is looked for too', () => {
  const { 'node_modules/builder-linux': _, ...rest } = complete;
  expect(lockDefects(manifest, lockOf(rest))).toEqual([
    'package-lock.json: no entry for builder-linux, an optional package of the project',
  ]);
});

test('an optional package may lie in the node_modules of any package around', () => {
  const nested = {
    ...complete,
    'node_modules/@scope/outer/node_modules/inner': { optionalDependencies: { native: '1.0.0' } },
    'node_modules/@scope/outer/node_modules/native': { version: '1.0.0' },
  };
  expect(lockDefects(manifest, lockOf(nested))).toEqual([]);
  const elsewhere = {
    ...complete,
    'node_modules/inner': { optionalDependencies: { native: '1.0.0' } },
    'node_modules/outer/node_modules/native': { version: '1.0.0' },
  };
  expect(lockDefects(manifest, lockOf(elsewhere))).toHaveLength(1);
});

test('an address of a registry is a defect, a link inside the checkout is none', () => {
  const addressed = {
    ...complete,
    'node_modules/builder-linux': {
      version: '1.2.3',
      resolved: 'https://registry.example/builder-linux.tgz',
    },
    'node_modules/local': { resolved: 'packages/local', link: true },
  };
  expect(lockDefects(manifest, lockOf(addressed))).toEqual([
    'package-lock.json: node_modules/builder-linux carries the address of a registry',
  ]);
});

test.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', 'npm:other@^1.2.3'])(
  '%s is not one exact version',
  (version) => {
    const loose = { ...manifest, devDependencies: { builder: version } };
    const lock = { packages: { '': loose, ...complete } };
    expect(lockDefects(loose, lock)).toEqual([
      `package.json: devDependencies.builder is ${version}, not one exact version`,
    ]);
  },
);

test('an older version of a package may stand under another name', () => {
  const aliased = {
    ...manifest,
    devDependencies: { builder: '1.2.3', builder1: 'npm:@scope/builder@1.0.0' },
  };
  expect(lockDefects(aliased, { packages: { ...complete, '': aliased } })).toEqual([]);
  const ranged = { ...manifest, devDependencies: { builder: '1.2.3', builder1: 'npm:builder@^1.0.0' } };
  expect(lockDefects(ranged, { packages: { ...complete, '': ranged } })).toHaveLength(1);
});

test('a lock of another package.json is a defect', () => {
  const newer = { ...manifest, devDependencies: { builder: '1.2.4' } };
  expect(lockDefects(newer, lockOf(complete))).toEqual([
    'package-lock.json: builder was locked from another package.json',
  ]);
});
