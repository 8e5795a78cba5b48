import { describe, expect, test } from 'vitest';
import { packagePlace } from '../../../../scripts/support/packaging/bundled-packages.ts';
import {
  changelogText,
  checksumsText,
  controlText,
} from '../../../../scripts/support/packaging/deb-texts.ts';
import { icnsFile, icoFile } from '../../../../scripts/support/packaging/icon-files.ts';
import { isAllowedLicence } from '../../../../scripts/support/packaging/licences.ts';
import { noticesText } from '../../../../scripts/support/packaging/notices.ts';
import { readProduct, sourceDateSeconds } from '../../../../scripts/support/packaging/product.ts';
import { sbomText } from '../../../../scripts/support/packaging/sbom.ts';

const product = readProduct();
const part = {
  name: '@scope/part',
  version: '1.2.3',
  license: 'MIT',
  texts: ['Copyright of the part', 'A notice'],
  integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
};

describe('the package of a source', () => {
  test.each([
    ['../../node_modules/zod/v4/core.js', 'node_modules/zod'],
    ['../../../../node_modules/@orpc/client/dist/index.mjs', 'node_modules/@orpc/client'],
    [
      '../../node_modules/xml-crypto/node_modules/xpath/xpath.js',
      'node_modules/xml-crypto/node_modules/xpath',
    ],
    ['../../src-shared/oauth/index.ts', null],
  ])('%s', (source, place) => {
    expect(packagePlace(source)).toBe(place);
  });
});

describe('a licence', () => {
  test.each(['MIT', 'ISC', '(BSD-3-Clause OR GPL-2.0)', 'MIT AND Apache-2.0', 'OFL-1.1'])(
    '%s may pass',
    (licence) => {
      expect(isAllowedLicence(licence)).toBe(true);
    },
  );

  test.each([
    'GPL-3.0-only',
    'MIT AND GPL-2.0',
    'SEE LICENSE IN x',
    '',
    '(MIT OR (GPL-2.0 AND X))',
    'AGPL-3.0',
  ])('%j has to be looked at first', (licence) => {
    expect(isAllowedLicence(licence)).toBe(false);
  });
});

test('the notices name each part with its version, its licence and all of its texts', () => {
  const text = noticesText([part]);
  for (const wanted of ['  @scope/part 1.2.3: MIT\n', 'Copyright of the part', 'A notice'])
    expect(text).toContain(wanted);
});

describe('the bill of materials', () => {
  const read = () => JSON.parse(sbomText(product, [part], [{ name: 'node', version: '24.0.0' }], 86_400));

  test('names the product, the parts with their digests, and the runtime', () => {
    expect(read()).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: expect.stringMatching(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      metadata: {
        timestamp: '1970-01-02T00:00:00.000Z',
        component: { name: 'gatehouse', version: product.version },
      },
      components: [
        {
          purl: 'pkg:npm/%40scope/part@1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
        },
        { type: 'platform', name: 'node', version: '24.0.0' },
      ],
    });
  });

  test('depends on all of them, and each reference names something that is there', () => {
    const { components, dependencies, metadata } = read();
    const known = new Set([
      metadata.component['bom-ref'],
      ...components.map((one: Record<string, string>) => one['bom-ref']),
    ]);
    expect(known.size).toBe(3);
    for (const { ref, dependsOn } of dependencies)
      for (const one of [ref, ...dependsOn]) expect(known).toContain(one);
    expect(dependencies[0].dependsOn).toHaveLength(2);
  });

  test('is the same for the same parts, and another for others', () => {
    expect(read()).toEqual(read());
    const other = JSON.parse(sbomText(product, [], [], 86_400));
    expect(other.serialNumber).not.toBe(read().serialNumber);
  });
});

describe('the control file', () => {
  test('names the machine as Debian does, and ends each line of the description within 80 signs', () => {
    const text = controlText(product, 'arm64', 1_234);
    expect(text).toContain('\nArchitecture: arm64\n');
    expect(text).toContain('\nInstalled-Size: 1234\n');
    expect(controlText(product, 'x64', 1)).toContain('\nArchitecture: amd64\n');
    for (const line of text.split('\n').filter((one) => one.startsWith(' ')))
      expect(line.length).toBeLessThan(81);
  });

  test('is followed by checksums that dpkg reads', () => {
    const files = new Map([['usr/bin/x', Buffer.from('abc')]]);
    expect(checksumsText(files)).toBe('900150983cd24fb0d6963f7d28e17f72  usr/bin/x\n');
  });

  test('is followed by a changelog with the day in the form of Debian', () => {
    expect(changelogText(product, 86_400)).toMatch(/ {2}Fri, 02 Jan 1970 00:00:00 \+0000\n$/);
  });
});

test('the date of the sources is the one that is given, else that of the last commit, and never none', () => {
  expect(sourceDateSeconds({ SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
  expect(sourceDateSeconds({ SOURCE_DATE_EPOCH: 'soon' })).toBeGreaterThan(315_000_000);
});

describe('an icon file', () => {
  const pictures = [16, 256, 512].map((side) => ({ side, png: Buffer.alloc(side, side % 251) }));

  test('of Windows lists where each picture lies, up to 256 pixels', () => {
    const file = icoFile(pictures);
    expect(file.readUInt16LE(4)).toBe(2);
    const entries = [6, 22].map((at) => [
      file.readUInt8(at),
      file.readUInt32LE(at + 8),
      file.readUInt32LE(at + 12),
    ]);
    expect(entries).toEqual([
      [16, 16, 38],
      [0, 256, 54],
    ]);
    expect(file.subarray(54)).toEqual(pictures[1]?.png);
  });

  test('of macOS names each picture by its size, and its own length', () => {
    const file = icnsFile(pictures);
    expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
    expect([file.toString('latin1', 8, 12), file.readUInt32BE(12)]).toEqual(['icp4', 24]);
  });
});
