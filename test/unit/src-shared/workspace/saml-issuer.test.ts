import { describe, expect, test } from 'vitest';
import { samlIssuerFileSchema, workspaceFileAt } from '#shared/workspace/index.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ+/=\n-----END CERTIFICATE-----\n';
const min = { issuer: 'https://idp.example', certificates: [certificate] };

function faultsOf(changes: Record<string, unknown>): readonly string[] {
  const { error } = samlIssuerFileSchema.safeParse({ ...min, ...changes });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('the file of a SAML issuer', () => {
  test('lies in a folder of its own', () => {
    expect(workspaceFileAt('oauth/saml-issuers/idp.json')).toMatchObject({
      format: { kind: 'saml-issuer' },
      name: 'idp',
    });
  });

  test('needs an issuer and a certificate; the rest has defaults', () => {
    expect(samlIssuerFileSchema.parse(min)).toEqual({ ...min, skew_seconds: 60, subject: 'user' });
    expect(faultsOf({ issuer: undefined })).toEqual(['issuer']);
    expect(faultsOf({ certificates: [] })).toEqual(['certificates']);
  });

  test('may say all there is to say', () => {
    const full = {
      ...min,
      certificates: [certificate, certificate.replaceAll('\n', '\r\n')],
      audience: ['https://as.example'],
      recipients: ['https://as.example/as/token.oauth2'],
      skew_seconds: 600,
      subject: 'any',
      subject_attribute: 'mail',
      note: 'kept',
    };
    expect(samlIssuerFileSchema.parse(full)).toEqual(full);
  });

  test.each([
    ['an empty issuer', { issuer: '' }, 'issuer'],
    ['a path in place of a certificate', { certificates: ['certs/idp.pem'] }, 'certificates.0'],
    [
      'a key in place of a certificate',
      { certificates: [certificate.replaceAll('CERTIFICATE', 'PRIVATE KEY')] },
      'certificates.0',
    ],
    ['two certificates in one text', { certificates: [certificate + certificate] }, 'certificates.0'],
    ['a certificate with its end cut off', { certificates: [certificate.slice(0, 60)] }, 'certificates.0'],
    ['a wide skew', { skew_seconds: 601 }, 'skew_seconds'],
    ['a negative skew', { skew_seconds: -1 }, 'skew_seconds'],
    ['a skew of parts of a second', { skew_seconds: 0.5 }, 'skew_seconds'],
    ['no audience at all', { audience: [] }, 'audience'],
    ['no recipient at all', { recipients: [] }, 'recipients'],
    ['another subject', { subject: 'nobody' }, 'subject'],
    ['an attribute without a name', { subject_attribute: '' }, 'subject_attribute'],
  ])('is refused with %s', (_, changes, place) => {
    expect(faultsOf(changes)).toEqual([place]);
  });
});
