import { X509Certificate } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { SamlBuild, TokenReport } from '#shared/api/index.ts';
import type { SamlIssuer } from '#shared/workspace/index.ts';
import { codeOf } from '#test/support/refusals.ts';
import { holdsForXmldsigjs } from '#test/support/xmldsigjs.ts';
import { inspectorAtNoon, noonMillis } from './parties.ts';

const trusted: SamlIssuer[] = [];
const inspector = inspectorAtNoon({ samlIssuers: trusted });
const issuer = 'https://idp.example';

const ordinary: SamlBuild = {
  issuer,
  subject: 'José & “O’Neill”',
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  audiences: ['https://as.example'],
  recipient: 'https://as.example/as/token.oauth2',
  confirmationMethod: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  notBeforeSeconds: -60,
  notOnOrAfterSeconds: 300,
  attributes: [{ name: 'group', values: ['staff', 'readers'] }],
  algorithm: 'RS256',
  shape: 'correct',
  forgedSubject: '',
  signer: null,
};
const build = (changes: Partial<SamlBuild> = {}) => inspector.buildSaml({ ...ordinary, ...changes });
const inspect = (token: string) => inspector.inspect({ token });
const samlOf = async (token: string) => {
  const { saml } = await inspect(token);
  if (saml === null) throw new Error('It was not read as SAML');
  return saml;
};
const clausesOf = ({ remarks }: TokenReport) => remarks.map(({ clause }) => clause);

const { certificate } = await build();
trusted.push({
  name: 'idp',
  issuer,
  certificatesPem: [certificate],
  audiences: undefined,
  recipients: undefined,
  skewSeconds: 60,
  subject: 'user',
  subjectAttribute: undefined,
});
const verify = (token: string, pem: string | null = null) => inspector.verifySaml({ token }, pem);

describe('an assertion', () => {
  test('is read in each of the forms in which it travels', async () => {
    const { xml, base64, base64url, deflated } = await build();
    const forms = [
      [xml, 'xml'],
      [`\n  ${xml}\n`, 'xml'],
      [base64, 'base64'],
      [base64.replaceAll(/(.{64})/g, '$1\r\n'), 'base64'],
      [encodeURIComponent(base64), 'base64'],
      [`RelayState=x&SAMLResponse=${encodeURIComponent(base64)}`, 'base64'],
      [`grant_type=saml2-bearer&assertion=${base64url}`, 'base64url'],
      [base64url, 'base64url'],
      [deflated, 'deflated'],
      [`https://idp.example/sso?SAMLRequest=${encodeURIComponent(deflated)}`, 'deflated'],
    ] as const;
    for (const [text, encoding] of forms)
      expect(await samlOf(text)).toMatchObject({
        encoding: encoding === 'base64url' && !/[-_]/.test(base64url) ? 'base64url' : encoding,
        xml,
      });
  });

  test('says what it says, and nobody has verified it', async () => {
    const { xml } = await build();
    const report = await inspect(xml);
    expect(report).toMatchObject({ form: 'saml', signature: 'not-verified', remarks: [] });
    expect(report.saml?.assertions).toEqual([
      {
        nodeId: 0,
        id: expect.stringMatching(/^_/),
        issuer,
        nameId: ordinary.subject,
        nameIdFormat: ordinary.nameIdFormat,
        confirmationMethods: [ordinary.confirmationMethod],
        recipients: [ordinary.recipient],
        audiences: ordinary.audiences,
        attributes: ordinary.attributes,
        times: [
          { name: 'Assertion IssueInstant', atMillis: noonMillis },
          { name: 'Conditions NotBefore', atMillis: noonMillis - 60_000 },
          { name: 'Conditions NotOnOrAfter', atMillis: noonMillis + 300_000 },
          { name: 'SubjectConfirmationData NotOnOrAfter', atMillis: noonMillis + 300_000 },
          { name: 'AuthnStatement AuthnInstant', atMillis: noonMillis },
        ],
        coveredBy: [0],
      },
    ]);
    expect(report.saml?.signatures).toMatchObject([
      {
        inside: 'saml:Assertion',
        covers: 'parent',
        coversNodeId: 0,
        algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
        reference: `#${report.saml?.assertions[0]?.id}`,
        certificate: expect.stringContaining(new X509Certificate(certificate).fingerprint256),
      },
    ]);
  });

  test('has its signed part marked: all of it but the Signature', async () => {
    const { nodes, signatures } = await samlOf((await build()).xml);
    const [signature] = signatures;
    const bare = nodes.filter(({ coveredBy }) => coveredBy.length === 0);
    expect(bare[0]?.id).toBe(signature?.nodeId);
    expect(bare.filter(({ kind }) => kind === 'element').every(({ name }) => name.startsWith('ds:'))).toBe(
      true,
    );
    expect(nodes.find(({ text }) => text === ordinary.subject)?.coveredBy).toEqual([0]);
  });

  test('is verified by the certificate of the trusted issuer, or by a pasted one, and by no other', async () => {
    const { xml } = await build();
    const facts = { outcome: 'verified', certificate: expect.stringContaining('SHA-256 ') };
    expect(await verify(xml)).toMatchObject([{ ...facts, issuer }]);
    expect(await verify(xml, certificate)).toMatchObject([{ ...facts, issuer: null }]);
    const other = await build({ issuer: 'https://other.example' });
    expect(await verify(xml, other.certificate)).toMatchObject([
      { outcome: 'failed', detail: 'No trusted certificate matches.' },
    ]);
    expect(await verify(other.xml)).toMatchObject([{ outcome: 'no-key' }]);
    expect(await verify(xml.replace('José', 'Mallory'))).toMatchObject([
      { outcome: 'failed', detail: 'The signed content was changed after signing.' },
    ]);
    expect(await codeOf(verify(xml, 'no certificate'))).toBe('token.key-unreadable');
    expect(await codeOf(verify('opaque'))).toBe('token.unsuited');
  });

  test.each(['RS256', 'RS384', 'RS512', 'ES256'] as const)(
    'built with %s verifies with xmldsigjs too',
    async (algorithm) => {
      const made = await build({ algorithm });
      expect(await holdsForXmldsigjs(made.xml, algorithm, made.certificate)).toBe(true);
      expect(await verify(made.xml, made.certificate)).toMatchObject([{ outcome: 'verified' }]);
    },
  );

  test('says by its own words when it is over, and what is missing in it', async () => {
    const expired = await build({ notBeforeSeconds: -600, notOnOrAfterSeconds: 0 });
    expect(clausesOf(await inspect(expired.xml))).toEqual(['RFC 7522 §3 (4)']);
    const early = await build({ notBeforeSeconds: 1 });
    expect(clausesOf(await inspect(early.xml))).toEqual(['RFC 7522 §3 (6)']);
    const loose = await build({ audiences: [], recipient: '' });
    expect(clausesOf(await inspect(loose.xml))).toEqual(['RFC 7522 §3 (2)', 'RFC 7522 §3 (5)']);
    const holder = await build({ confirmationMethod: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' });
    expect(clausesOf(await inspect(holder.xml))).toEqual(['RFC 7522 §3 (5)']);
  });
});

describe('an assertion that is broken on purpose', () => {
  const shapes = inspector.samlShapes().map(({ id }) => id);

  test.each(shapes)('%s is shown, and something is said of it', async (shape) => {
    const { xml } = await build({ shape, forgedSubject: 'mallory' });
    const report = await inspect(xml);
    expect(report.form).toBe('saml');
    expect(report.saml?.refusal === null || report.saml?.nodes.length === 0).toBe(true);
    // Facts that only a recipient can judge stand in the report.
    const isJudgedHere = ![
      'correct',
      'wrong-audience',
      'wrong-recipient',
      'unknown-issuer',
      'wrong-key',
      'changed-after-signing',
      'response-wrapper',
    ].includes(shape);
    expect(
      report.remarks.some(({ severity }) => severity !== 'notice') ||
        shape === 'holder-of-key' ||
        shape === 'encrypted',
    ).toBe(isJudgedHere);
  });

  test.each(shapes.filter((shape) => shape.startsWith('xsw-')))(
    '%s shows which assertion the signature means',
    async (shape) => {
      const { xml } = await build({ shape, forgedSubject: 'mallory' });
      const { assertions, signatures } = await samlOf(xml);
      const forged = assertions.find(({ nameId }) => nameId === 'mallory');
      expect(forged?.coveredBy).toEqual([]);
      if (shape === 'xsw-7') expect(signatures[0]?.covers).toBe('ambiguous');
      else expect(assertions.find(({ nameId }) => nameId === ordinary.subject)?.coveredBy).toEqual([0]);
    },
  );

  test.each([
    ['wrong-key', 'failed'],
    ['changed-after-signing', 'failed'],
    ['hmac-with-certificate', 'failed'],
    ['alien-transform', 'failed'],
    ['duplicate-id', 'failed'],
    ['xsw-4', 'verified'],
    ['sha1-digest', 'verified'],
    ['comment-in-name-id', 'verified'],
  ])('%s is %s', async (shape, outcome) => {
    expect(await verify((await build({ shape })).xml)).toMatchObject([{ outcome }]);
  });

  test('SHA-1 is told, also where the signature is right', async () => {
    const made = await build({ algorithm: 'RSA-SHA1' });
    expect(clausesOf(await inspect(made.xml))).toEqual(['RFC 6194 §3']);
    expect(await verify(made.xml)).toMatchObject([{ outcome: 'verified' }]);
  });

  test('a comment in a name shows both readings', async () => {
    const { xml } = await build({ shape: 'comment-in-name-id', subject: 'ann' });
    const report = await inspect(xml);
    expect(report.saml?.assertions[0]?.nameId).toBe('ann.mallory');
    expect(report.remarks).toEqual([
      {
        severity: 'error',
        text: 'NameID contains a comment. Some parsers read “ann”, but “ann.mallory” was signed.',
        clause: 'XML Signature §8.1.3',
      },
    ]);
    expect(report.saml?.nodes.find(({ kind }) => kind === 'comment')?.coveredBy).toEqual([]);
  });

  test.each(['doctype', 'entity-bomb', 'external-entity', 'processing-instruction'])(
    '%s is text, and is not processed',
    async (shape) => {
      const { xml } = await build({ shape });
      const report = await inspect(xml);
      expect(report.saml).toMatchObject({ nodes: [], assertions: [], xml });
      expect(report.remarks[0]?.text).toMatch(/^The document is not processed\. /);
      expect(await codeOf(verify(xml))).toBe('token.unsuited');
    },
  );

  test('one that is too large, or inflates to too much, is no SAML', async () => {
    const large = `<a>${'x'.repeat(49_152)}</a>`;
    expect((await inspect(large)).form).not.toBe('saml');
    expect((await inspect(deflateRawSync(large).toString('base64'))).form).toBe('opaque');
  });

  test('one with hundreds of signatures is looked at in part, and soon', async () => {
    const one = '<s:Signature><s:SignedInfo><s:Reference URI=""/></s:SignedInfo></s:Signature>';
    const xml = `<a xmlns:s="http://www.w3.org/2000/09/xmldsig#">${one.repeat(600)}</a>`;
    const { signatures } = await samlOf(xml);
    expect(signatures).toHaveLength(20);
    expect(await verify(xml, certificate)).toHaveLength(20);
  });

  test('as a value of a run it is shown without what proves it', async () => {
    const { xml } = await build();
    const [, proof = ''] = /SignatureValue>([^<]+)</.exec(xml) ?? [];
    const ofRun = inspectorAtNoon({ values: { assertion: xml }, samlIssuers: trusted });
    const source = { runId: 'r', name: 'assertion' };
    const { saml } = await ofRun.inspect(source);
    expect(JSON.stringify(saml)).not.toContain(proof);
    expect(saml?.assertions).toMatchObject([{ nameId: ordinary.subject }]);
    expect(await ofRun.verifySaml(source, null)).toMatchObject([{ outcome: 'verified' }]);
    expect(JSON.stringify(await samlOf(xml))).toContain(proof);
  });

  test('other XML is shown and called so', async () => {
    expect(clausesOf(await inspect('<note>hello</note>'))).toEqual(['SAML 2.0 Core §2.3.3']);
    expect((await samlOf('<a><b></a>')).refusal).toContain('An end tag does not match its start tag');
  });
});

describe('the builder', () => {
  test('signs with a pasted key, and refuses one that does not fit', async () => {
    const { generateIssuerKeys } = await import('#main/services/saml/index.ts');
    const clock = { nowMillis: () => noonMillis };
    const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
    const { key, cert } = await generateIssuerKeys('Pasted', { clock, random });
    const made = await build({ signer: { key, certificate: cert } });
    expect(made.certificate).toBe(cert);
    expect(await verify(made.xml, cert)).toMatchObject([{ outcome: 'verified' }]);
    expect(await codeOf(build({ signer: { key: 'no key', certificate: cert } }))).toBe(
      'token.key-unreadable',
    );
    expect(await codeOf(build({ shape: 'no such' }))).toBe('token.unsuited');
  });

  test('takes an ID, and leaves out a recipient that is empty', async () => {
    const { xml } = await build({ id: '_mine', recipient: '' });
    expect(xml).toContain('ID="_mine"');
    expect(xml).not.toContain('Recipient');
  });
});
