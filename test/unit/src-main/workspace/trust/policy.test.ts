import { describe, expect, test } from 'vitest';
import type { TrustFile } from '#main/workspace/trust/find.ts';
import { type Decided, trustPolicy } from '#main/workspace/trust/policy.ts';

const webhook = (name: string, host: string): TrustFile => ({
  kind: 'webhook',
  file: `webhooks/${name}.json`,
  value: { url: `https://${host}/` },
});

const scripted = (
  name: string,
  config: { readonly source: string } | { readonly file: string },
): TrustFile => ({
  kind: 'route',
  file: `routes/${name}.json`,
  value: { baseURI: 'http://127.0.0.1', handler: { type: 'ScriptableThrottlingPolicy', config } },
});

const open: TrustFile = { kind: 'webhook', file: 'webhooks/open.json', value: { url: '&{hook}' } };
const decided = (...keys: readonly string[]): Decided => new Set(keys);

describe('servers', () => {
  test('nothing: this machine alone, whatever a host is called', () => {
    const { reaches, allows, runs } = trustPolicy([webhook('a', 'a.example')], 'nothing');
    for (const here of ['localhost', 'app.localhost', '127.0.0.1', '127.8.9.1', '[::1]', '::ffff:127.0.0.1'])
      expect([here, reaches(here)]).toEqual([here, true]);
    for (const away of [
      'a.example',
      '127.0.0.1.example',
      'localhost.example',
      '0.0.0.0',
      '10.0.0.1',
      '127.0.0.256',
      '[::]',
    ])
      expect([away, reaches(away)]).toEqual([away, false]);
    expect([allows('listen', 'gateway 0.0.0.0'), runs({ text: 'return 1' })]).toEqual([false, false]);
  });

  test('trusted: what was decided, and what it leads to; not what came later', () => {
    const files = [webhook('a', 'a.example'), webhook('b', 'b.example')];
    const { reaches, off } = trustPolicy(files, decided('destination a.example'));
    expect(off.map(({ value }) => value)).toEqual(['b.example']);
    expect([reaches('a.example'), reaches('metadata.example'), reaches('B.example')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('as soon as a file leads who knows where, only what was decided is reached', () => {
    const files = [webhook('a', 'a.example'), open];
    const before = trustPolicy(files, decided('destination a.example'));
    expect([before.reaches('a.example'), before.reaches('metadata.example')]).toEqual([true, false]);
    expect(before.reach).toEqual({ isOpen: false, hosts: ['a.example'] });
    const after = trustPolicy(files, decided('destination a.example', 'elsewhere webhooks/open.json'));
    expect(after.reaches('metadata.example')).toBe(true);
  });

  test('a validator that is trusted may be asked', () => {
    const url = 'https://check.example/x';
    const manifest: TrustFile = {
      kind: 'manifest',
      file: 'gatehouse.json',
      value: { services: { authorizationServer: { passwordValidators: [{ type: 'http', url }] } } },
    };
    expect(trustPolicy([manifest], decided(`validator ${url}`)).reaches('check.example')).toBe(true);
    const pending = trustPolicy([manifest], decided());
    expect([pending.reaches('check.example'), pending.allows('validator', url)]).toEqual([false, false]);
  });
});

describe('scripts', () => {
  const files = [scripted('10-old', { source: 'return 1' }), scripted('20-new', { source: 'return 2' })];

  test('one that was decided runs, one that came later does not', () => {
    const { runs } = trustPolicy(files, decided('script routes/10-old.json'));
    expect([runs({ text: 'return 1' }), runs({ text: 'return 2' })]).toEqual([true, false]);
  });

  test('what stands in no file is a draft on a screen: it runs where nothing waits', () => {
    const all = decided('script routes/10-old.json', 'script routes/20-new.json');
    expect(trustPolicy(files, all).runs({ text: 'return 3' })).toBe(true);
    expect(trustPolicy(files, decided('script routes/10-old.json')).runs({ text: 'return 3' })).toBe(false);
  });

  test('a file counts by its path', () => {
    const named = [scripted('10-old', { file: 'rate.js' }), scripted('20-new', { file: 'more.js' })];
    const { runs } = trustPolicy(named, decided('script scripts/rate.js'));
    expect([runs({ file: 'rate.js' }), runs({ file: 'more.js' }), runs({ file: 'third.js' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('everything is everything, and nothing of it is off', () => {
  const policy = trustPolicy([webhook('a', 'a.example')], 'everything');
  expect([policy.reaches('a.example'), policy.allows('proxy', 'p:1'), policy.off]).toEqual([true, true, []]);
  expect(policy.items.map(({ value }) => value)).toEqual(['a.example']);
});
