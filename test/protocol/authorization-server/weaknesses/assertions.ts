import { encodeAssertion } from '#main/services/saml/index.ts';
import { issuerName } from '#test/unit/src-main/services/saml/parties.ts';
import { postToken } from '../parties.ts';
import { type Attack, type Setting, samlGrant } from './setting.ts';

type Options = Parameters<Setting['issuer']['build']>[0];

function made({ as, issuer }: Setting, options: Options = {}, by = issuer): string {
  return by.build({ audience: as.origin, recipient: `${as.origin}/as/token.oauth2`, ...options });
}

async function isTaken({ as }: Setting, assertion: string): Promise<boolean> {
  return (await postToken(as, { grant_type: samlGrant, assertion }, 'portal-web')).status === 200;
}

/** Further attacks with assertions, by the weakness that lets each succeed. */
export const assertionAttacks: Readonly<Record<string, Attack>> = {
  'saml-key-from-message': async (setting) =>
    isTaken(setting, encodeAssertion(made(setting, { issuer: issuerName }, setting.secondIssuer))),
  'saml-sha1-taken': async (setting) =>
    isTaken(setting, encodeAssertion(made(setting, { algorithm: 'RSA-SHA1' }))),
  'saml-wrapped-taken': async (setting) => {
    for (const shape of ['xsw-1', 'xsw-2', 'xsw-3', 'xsw-4', 'xsw-5', 'xsw-6', 'xsw-8'] as const)
      if (!(await isTaken(setting, encodeAssertion(made(setting, { shape, forgedSubject: 'bob' })))))
        return false;
    return setting.as.tags().includes('user:bob');
  },
  'saml-expiry-ignored': async (setting) => {
    const assertion = encodeAssertion(made(setting));
    setting.as.advance(3_600_000);
    return isTaken(setting, assertion);
  },
  'saml-issuer-keys-shared': async (setting) =>
    isTaken(setting, encodeAssertion(made(setting, { issuer: issuerName }, setting.secondIssuer))),
  'saml-doctype-taken': async (setting) => {
    const canary = `${setting.as.origin}/.well-known/openid-configuration`;
    const doctype = `<!DOCTYPE saml:Assertion [<!ENTITY x SYSTEM "${canary}">]>`;
    const taken = await isTaken(setting, encodeAssertion(doctype + made(setting)));
    return taken && setting.as.sent.length > 0;
  },
  'saml-encoding-lenient': async (setting) =>
    isTaken(setting, encodeAssertion(made(setting)).replaceAll(/(.{76})/g, '$1\r\n')),
};
