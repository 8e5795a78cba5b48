import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { KeyAndCertificate } from '#main/platform/certificate-authority.ts';
import {
  type AssertionShape,
  assertionShapes,
  buildAssertion,
  encodeAssertion,
  generateIssuerKeys,
  loadXmlLibraries,
} from '#main/services/saml/index.ts';
import type { SamlBuild, SamlBuilt } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';

export interface SamlBuilderPorts {
  readonly clock: Clock;
  readonly random: Random;
}

/** Makes the builder. Its keys are made when they are first needed, and gone when the engine stops. */
export function createSamlBuilder(ports: SamlBuilderPorts): (build: SamlBuild) => Promise<SamlBuilt> {
  const made = new Map<string, Promise<KeyAndCertificate>>();
  const sessionKeys = (issuer: string, algorithm: SamlBuild['algorithm']): Promise<KeyAndCertificate> => {
    const keyType = algorithm === 'ES256' ? 'ES256' : 'RS256';
    const name = `${keyType} ${issuer}`;
    const keys = made.get(name) ?? generateIssuerKeys(commonName(issuer), { ...ports, algorithm: keyType });
    made.set(name, keys);
    return keys;
  };
  return async (build) => {
    await loadXmlLibraries();
    const { key, cert } =
      build.signer === null
        ? await sessionKeys(build.issuer, build.algorithm)
        : { key: build.signer.key, cert: build.signer.certificate };
    const xml = render(build, key, cert, ports);
    return {
      xml,
      base64url: encodeAssertion(xml),
      base64: encodeAssertion(xml, 'base64'),
      deflated: deflateRawSync(xml).toString('base64'),
      certificate: cert,
    };
  };
}

/** A name that fits into a certificate, and tells issuers apart whose names begin alike. */
function commonName(issuer: string): string {
  const digest = createHash('sha256').update(issuer).digest('hex').slice(0, 8);
  return `${issuer.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 48)} ${digest}`;
}

/** @throws token.unsuited, token.key-unreadable */
function render(build: SamlBuild, key: string, certificate: string, ports: SamlBuilderPorts): string {
  const attributes = Object.fromEntries(build.attributes.map(({ name, values }) => [name, values]));
  try {
    return buildAssertion(
      {
        issuer: build.issuer,
        subject: build.subject,
        nameIdFormat: build.nameIdFormat,
        audience: build.audiences,
        recipient: build.recipient === '' ? null : build.recipient,
        confirmationMethod: build.confirmationMethod,
        notBeforeSeconds: build.notBeforeSeconds,
        validitySeconds: build.notOnOrAfterSeconds,
        attributes,
        key,
        certificate,
        algorithm: build.algorithm,
        shape: shapeOf(build.shape),
        ...(build.id === undefined || build.id === '' ? {} : { id: build.id }),
        ...(build.forgedSubject === '' ? {} : { forgedSubject: build.forgedSubject }),
      },
      ports,
    );
  } catch (error) {
    if (error instanceof GatehouseError || build.signer === null) throw error;
    throw new GatehouseError('token.key-unreadable', `The key does not support ${build.algorithm}.`, {
      fix: 'Paste a matching private key as PEM, with its certificate.',
    });
  }
}

/** @throws token.unsuited */
function shapeOf(id: string): AssertionShape {
  for (const shape of assertionShapes.keys()) if (shape === id) return shape;
  throw new GatehouseError('token.unsuited', `The assertion shape ${id} does not exist.`);
}
