import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import {
  type AssertionOptions,
  buildAssertion,
  generateIssuerKeys,
  loadXmlLibraries,
  readAssertion,
  type SamlAlgorithm,
  SamlError,
  type SamlStep,
  type TrustedIssuer,
  type VerifiedAssertion,
} from '#main/services/saml/index.ts';
import { signAssertion } from '#main/services/saml/sign-assertion.ts';

await loadXmlLibraries();

export const noonMillis = Date.UTC(2026, 10, 20, 12);
export const issuerName = 'https://idp.example';
export const serverName = 'https://as.example';
export const tokenEndpoint = 'https://as.example/as/token.oauth2';

export const random = { bytes: (count: number) => randomBytes(count) };
export const clock = { nowMillis: () => noonMillis };

/** An issuer of assertions, and how the server reads what it issues. */
export interface Issuer {
  readonly key: string;
  readonly cert: string;
  readonly trust: readonly TrustedIssuer[];
  /** An assertion about ann, in any shape. */
  build(options?: Partial<AssertionOptions>): string;
  /** A correct assertion that is edited before it is signed. */
  sign(edit: (bare: string) => string): string;
  read(xml: string, options?: Partial<ReadOptions>): VerifiedAssertion;
}

export interface ReadOptions {
  readonly trust: readonly TrustedIssuer[];
  readonly nowMillis: number;
  readonly skewSeconds: number;
  readonly recipients: readonly string[];
}

/** Makes an issuer with keys of its own. */
export async function createIssuer(algorithm: SamlAlgorithm = 'RS256'): Promise<Issuer> {
  const { key, cert } = await generateIssuerKeys('Test issuer', { clock, random, algorithm });
  const trust = [{ issuer: issuerName, certificatesPem: [cert] }];
  const build: Issuer['build'] = (options = {}) =>
    buildAssertion(
      {
        issuer: issuerName,
        subject: 'ann',
        audience: serverName,
        recipient: tokenEndpoint,
        attributes: { mail: 'ann@example.com', group: ['staff', 'readers'] },
        key,
        certificate: cert,
        algorithm,
        ...options,
      },
      { clock, random },
    );
  return {
    key,
    cert,
    trust,
    build,
    sign: (edit) =>
      signAssertion(edit(build({ shape: 'unsigned' })), { algorithm, key, certificate: cert }).xml,
    read: (xml, options = {}) =>
      readAssertion({
        xml,
        trust: options.trust ?? trust,
        expected: { audiences: [serverName], recipients: options.recipients ?? [tokenEndpoint] },
        nowMillis: options.nowMillis ?? noonMillis,
        skewSeconds: options.skewSeconds ?? 60,
      }),
  };
}

/** Sees that reading is refused at a step; returns the detail for the trace. */
export function refusedAt(step: SamlStep, read: () => unknown): string {
  const error = errorOf(read);
  expect(error).toBeInstanceOf(SamlError);
  if (!(error instanceof SamlError)) throw new Error('It was not refused as an assertion');
  expect(error.step).toBe(step);
  expect(error.message).toBe('The assertion is invalid, expired or not for this server.');
  return [error.evidence.detail, error.evidence.got].filter((part) => part !== undefined).join(' | ');
}

function errorOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused at all');
}
