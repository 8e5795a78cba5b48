import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  buildOf,
  firstBuildForm,
  secondsOf,
} from '#renderer/features/flows/token/build-form.ts';
import { nest } from '#renderer/features/flows/token/nest.ts';
import { proofOf } from '#renderer/features/flows/token/proof.ts';
import { hostElsewhere } from '#renderer/features/flows/token/target.ts';
import { coveringOf } from '#renderer/features/flows/token/use-saml-verdicts.ts';
import type { SamlNode, SamlVerdict, TokenReport, TokenVerification } from '#shared/api/index.ts';

describe('the form in which an assertion is built', () => {
  const form = firstBuildForm('http://127.0.0.1:9031', ['https://trusted.example']);

  test('begins with an assertion that the hosted server would take from whom it trusts', () => {
    expect(buildOf(form)).toMatchObject({
      issuer: 'https://trusted.example',
      audiences: ['http://127.0.0.1:9031'],
      recipient: 'http://127.0.0.1:9031/as/token.oauth2',
      notBeforeSeconds: -60,
      notOnOrAfterSeconds: 300,
      shape: 'correct',
      signer: null,
    });
    expect(buildOf(firstBuildForm('', []))).toMatchObject({ audiences: [], recipient: '' });
  });

  test('asks for nothing while something is missing', () => {
    expect(buildOf({ ...form, issuer: '' })).toBeNull();
    expect(buildOf({ ...form, notBefore: 'soon' })).toBeNull();
    expect(buildOf({ ...form, signer: 'pasted', key: 'PEM' })).toBeNull();
    expect(buildOf({ ...form, signer: 'pasted', key: 'k', certificate: 'c' })?.signer).toEqual({
      key: 'k',
      certificate: 'c',
    });
  });

  test('takes whole seconds, and an attribute a line', () => {
    expect(['-60', '+5', ' 7 ', '0'].map(secondsOf)).toEqual([-60, 5, 7, 0]);
    expect(['', '1.5', '1e3', '99999999', 'x'].map(secondsOf)).toEqual([null, null, null, null, null]);
    expect(attributesOf('group=staff\n\n mail = ann@example.com\ngroup=a=b\nflag\n=x')).toEqual([
      { name: 'group', values: ['staff', 'a=b'] },
      { name: 'mail', values: ['ann@example.com'] },
      { name: 'flag', values: [''] },
    ]);
  });
});

test('a list of nodes in document order is the tree that it stands for', () => {
  const node = (id: number, depth: number): SamlNode => ({
    id,
    depth,
    kind: 'element',
    name: '',
    namespace: '',
    attributes: [],
    text: '',
    coveredBy: [],
  });
  const [root, ...others] = nest([node(0, 0), node(1, 1), node(2, 2), node(3, 1)]);
  expect(others).toEqual([]);
  expect(root?.children.map(({ id, children }) => [id, children.map((child) => child.id)])).toEqual([
    [1, [2]],
    [3, []],
  ]);
});

test('a part is proved by one signature that is right, and by none that nobody verified', () => {
  const verdict = (outcome: SamlVerdict['outcome']): SamlVerdict => ({
    outcome,
    detail: '',
    issuer: null,
    certificate: null,
  });
  const verdicts = [verdict('failed'), verdict('verified'), verdict('no-key')];
  expect(coveringOf([], verdicts)).toBe('none');
  expect(coveringOf([0], [])).toBe('unproved');
  expect(coveringOf([0], verdicts)).toBe('failed');
  expect(coveringOf([0, 2], verdicts)).toBe('unproved');
  expect(coveringOf([0, 1], verdicts)).toBe('verified');
});

describe('what the inspector says is proved', () => {
  const verdict = (outcome: SamlVerdict['outcome']): SamlVerdict => ({
    outcome,
    detail: '',
    issuer: null,
    certificate: null,
  });
  const report = (part: Partial<TokenReport>) =>
    ({ form: 'jwt', remarks: [], saml: null, ...part }) as TokenReport;
  const found = (part: Partial<TokenVerification>) => part as TokenVerification;
  const document = (...coverings: readonly (readonly number[])[]) =>
    report({
      form: 'saml',
      saml: { assertions: coverings.map((coveredBy) => ({ coveredBy })) } as unknown as TokenReport['saml'],
    });

  test('of a JWT is nothing before a key verified it, and a right signature is not enough', () => {
    expect(proofOf(report({}), null, [])).toBe('unasked');
    expect(proofOf(report({}), found({ isVerified: true, isSignatureRight: true }), [])).toBe('verified');
    expect(proofOf(report({}), found({ isVerified: false, isSignatureRight: true }), [])).toBe('refused');
    expect(proofOf(report({}), found({ isVerified: false, isSignatureRight: false }), [])).toBe('wrong');
    expect(proofOf(report({ form: 'opaque' }), null, [])).toBeNull();
  });

  test('of a document is what a right signature covers', () => {
    const odd = { severity: 'error', text: '', clause: '' } as const;
    expect(proofOf(document([0]), null, [])).toBe('unasked');
    expect(proofOf(document([0]), null, [verdict('no-key')])).toBe('unasked');
    expect(proofOf(document([0]), null, [verdict('failed')])).toBe('wrong');
    expect(proofOf(document([0]), null, [verdict('verified')])).toBe('verified');
    expect(proofOf({ ...document([0]), remarks: [odd] }, null, [verdict('verified')])).toBe('refused');
    expect(proofOf(document([], [0]), null, [verdict('verified')])).toBe('in-part');
    expect(proofOf(document(), null, [verdict('verified')])).toBe('unasked');
  });
});

test.each([
  ['https://keys.example:8443/jwks', 'keys.example:8443'],
  ['https://127.0.0.1.example/', '127.0.0.1.example'],
  ['https://localhost.example/', 'localhost.example'],
  ['http://127.0.0.1:9031/as/jwks', null],
  ['http://[::1]:9031/', null],
  ['http://as.localhost/', null],
  ['no address', null],
])('the host of %s that is elsewhere is %s', (address, host) => {
  expect(hostElsewhere(address)).toBe(host);
});
