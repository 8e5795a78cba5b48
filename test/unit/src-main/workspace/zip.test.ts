import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strFromU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { packWorkspace, readWorkspaceZip, unpackWorkspace } from '#main/workspace/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool } from '#test/support/tools.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const directory = startedAnew(writeWorkspace);
const elsewhere = startedAnew(temporaryDirectory);

const target = () => join(elsewhere.path, 'new');
const unpack = (zip: Uint8Array) => unpackWorkspace(zip, target(), random);
const write = (file: string, content: string | Uint8Array) => {
  mkdirSync(join(directory.path, file, '..'), { recursive: true });
  writeFileSync(join(directory.path, file), content);
};
const manifest = new TextEncoder().encode('{"id":"sample","name":"W"}');

describe('a workspace is packed', () => {
  test('without the secrets in it: references stand in their places, and it says where', () => {
    const { zip, files, redacted } = packWorkspace(directory.path);
    expect(files).toEqual(Object.keys(ordinaryFiles).toSorted());
    const texts = Object.values(unzipSync(zip)).map((bytes) => strFromU8(bytes));
    expect(texts.join('')).not.toContain('planted');
    expect(redacted).toEqual([
      'oauth/clients/batch-job.json /client_secret',
      'oauth/clients/orders-api.json /client_secret',
      'oauth/clients/portal-web.json /client_secret',
      'oauth/users/ann.json /password',
    ]);
    expect(texts.join('')).toContain('{"$secret":"client.portal-web"}');
  });

  test('into the same bytes, in whichever zone and whenever', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Pacific/Auckland';
    const { zip } = packWorkspace(directory.path);
    process.env['TZ'] = 'America/Lima';
    expect(packWorkspace(directory.path).zip).toEqual(zip);
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test('without what is none of its files, and says what it left out and why', () => {
    writeFileSync(join(elsewhere.path, 'private.json'), '{"client_id":"private"}');
    symlinkSync(join(elsewhere.path, 'private.json'), join(directory.path, 'oauth/clients/link.json'));
    write('oauth/clients/broken.json', '{ "client_secret": "planted", ');
    write('oauth/clients/latin.json', Buffer.from([0x22, 0xff, 0x22]));
    write('connectors/hr.json', '{}');
    for (const hidden of ['.git/config', 'oauth/clients/.c.json.000000000000.tmp', 'notes.txt', '.env'])
      write(hidden, 'planted');
    const { zip, leftOut } = packWorkspace(directory.path);
    expect(Buffer.from(zip).toString('latin1')).not.toMatch(/planted|private/);
    expect(leftOut.map(({ file }) => file)).toEqual([
      'connectors/hr.json',
      'oauth/clients/broken.json',
      'oauth/clients/latin.json',
      'oauth/clients/link.json',
    ]);
    expect(leftOut.every(({ reason }) => reason !== '')).toBe(true);
  });

  test('so that a common tool reads it', (context) => {
    context.skip(!hasTool('python3'), 'python3 is not installed');
    const file = join(elsewhere.path, 'w.zip');
    writeFileSync(file, packWorkspace(directory.path).zip);
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';
    expect(execFileSync('python3', ['-c', script, file]).toString().trim()).toBe(
      `None ${Object.keys(ordinaryFiles).length}`,
    );
  });
});

describe('a zip is unpacked', () => {
  test('into a new folder, under an id of its own', () => {
    const files = unpack(packWorkspace(directory.path).zip);
    expect(files).toEqual(Object.keys(ordinaryFiles).toSorted());
    const written = JSON.parse(readFileSync(join(target(), 'gatehouse.json'), 'utf8'));
    expect(written).toMatchObject({ name: 'Test workspace', id: expect.stringMatching(/^w-/) });
    expect(packWorkspace(target()).files).toEqual(files);
  });

  test('with a folder around it taken off, and with what is no file of a workspace left out', () => {
    const client = new TextEncoder().encode('{"client_id":"c"}');
    const zip = zipSync({
      'w-main/gatehouse.json': manifest,
      'w-main/oauth/clients/c.json': client,
      'w-main/README.md': client,
      'w-main/oauth/clients/.hidden.json': client,
      'w-main/.git/hooks/post-checkout': client,
    });
    expect(readWorkspaceZip(zip).skipped).toEqual([
      'README.md',
      'oauth/clients/.hidden.json',
      '.git/hooks/post-checkout',
    ]);
    expect(unpack(zip)).toEqual(['gatehouse.json', 'oauth/clients/c.json']);
  });

  test('as a common tool writes it, with entries for folders', (context) => {
    context.skip(!hasTool('python3'), 'python3 is not installed');
    const file = join(elsewhere.path, 'w.zip');
    const script = 'import sys,shutil; shutil.make_archive(sys.argv[1][:-4], "zip", sys.argv[2])';
    execFileSync('python3', ['-c', script, file, directory.path]);
    expect(unpack(readFileSync(file))).toEqual(Object.keys(ordinaryFiles).toSorted());
  });

  test('never over something that is there', () => {
    mkdirSync(target());
    writeFileSync(join(target(), 'mine.txt'), 'mine');
    expect(() => unpack(zipSync({ 'gatehouse.json': manifest }))).toThrow(
      expect.objectContaining({ code: 'workspace.not-empty' }),
    );
    expect(readdirSync(target())).toEqual(['mine.txt']);
  });
});

/** A zip whose central directory was changed by hand: at an offset in its first entry. */
function patched(zip: Uint8Array, change: (bytes: Buffer, entry: number) => void): Uint8Array {
  const bytes = Buffer.from(zip);
  change(bytes, bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])));
  return bytes;
}

describe('a zip that means harm is refused, and leaves nothing behind', () => {
  const one = (name: string): Zippable => ({ 'gatehouse.json': manifest, [name]: manifest });
  const plain = zipSync({ 'gatehouse.json': manifest });

  test.each<readonly [string, () => Uint8Array]>([
    ['a path that climbs', () => zipSync(one('../evil.json'))],
    ['a path that climbs later', () => zipSync(one('oauth/clients/../../../evil.json'))],
    ['an absolute path', () => zipSync(one('/etc/evil.json'))],
    ['a backslash', () => zipSync(one('oauth\\clients\\evil.json'))],
    ['a drive', () => zipSync(one('C:evil.json'))],
    ['a control character', () => zipSync(one('oauth/clients/a\u0000.json'))],
    ['names that differ in case only', () => zipSync(one('Gatehouse.json'))],
    ['a link', () => zipSync({ 'gatehouse.json': [manifest, { os: 3, attrs: 0o120777 << 16 }] })],
    ['a device', () => zipSync({ 'gatehouse.json': [manifest, { os: 3, attrs: 0o020777 << 16 }] })],
    [
      'too many files',
      () =>
        zipSync(
          Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`${index}`, new Uint8Array()])),
        ),
    ],
    [
      'more than it says it holds',
      () => zipSync({ 'gatehouse.json': manifest, 'big.bin': new Uint8Array(70_000_000) }),
    ],
    [
      'a size that lies',
      () =>
        patched(zipSync({ 'gatehouse.json': new Uint8Array(70_000_000) }), (bytes, entry) => {
          bytes.writeUInt32LE(10, entry + 24);
        }),
    ],
    ['something encrypted', () => patched(plain, (bytes, entry) => bytes.writeUInt16LE(1, entry + 8))],
    [
      'a packing that is not known',
      () => patched(plain, (bytes, entry) => bytes.writeUInt16LE(12, entry + 10)),
    ],
    ['two names for one file', () => patched(plain, (bytes, entry) => bytes.write('hate', entry + 46))],
    ['a checksum that is wrong', () => patched(plain, (bytes, entry) => bytes.writeUInt32LE(1, entry + 16))],
    ['no manifest', () => zipSync({ 'readme.txt': manifest })],
    ['no files', () => zipSync({})],
    ['no zip', () => new TextEncoder().encode('no zip at all, but long enough to be one')],
    ['nothing', () => new Uint8Array()],
  ])('%s', (_name, make) => {
    expect(() => unpack(make())).toThrow(expect.objectContaining({ code: 'workspace.zip-invalid' }));
    expect(readdirSync(elsewhere.path)).toEqual([]);
  });

  test('bytes that flip never crash it, and never write outside of the folder', () => {
    const zip = packWorkspace(directory.path).zip;
    const flips = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    const cut = fc.option(fc.nat(zip.length), { nil: zip.length });
    fc.assert(
      fc.property(flips, cut, (changes, length) => {
        const bytes = Uint8Array.from(zip);
        for (const [at, by] of changes) bytes[at] = (bytes[at] ?? 0) ^ by;
        const inside = join(elsewhere.path, 'inside');
        mkdirSync(inside);
        try {
          unpackWorkspace(bytes.subarray(0, length), join(inside, 'new'), random);
          expect(readdirSync(inside)).toEqual(['new']);
        } catch (error) {
          expect(error).toMatchObject({
            code: expect.stringMatching(/^workspace\.(zip-invalid|unwritable)$/),
          });
          expect(readdirSync(inside)).toEqual([]);
        }
        expect(readdirSync(elsewhere.path)).toEqual(['inside']);
        rmSync(inside, { recursive: true });
      }),
      { numRuns: 200 },
    );
    expect(existsSync(join(elsewhere.path, '..', 'evil.json'))).toBe(false);
  });
});
