import type { KeyAndCertificate } from '#main/platform/certificate-authority.ts';
import { makeSelfSigned } from '#main/platform/self-signed-certificate.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { type SamlAlgorithm, samlAlgorithms } from './algorithms.ts';

const lifetimeDays = 1_096;

export interface IssuerKeyOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Decides the type of the key. Default: RS256. */
  readonly algorithm?: SamlAlgorithm;
  /** Default: three years. */
  readonly lifetimeDays?: number;
}

/** Makes what an issuer of assertions needs: a key, and the certificate that goes into the trust of the server. */
export function generateIssuerKeys(
  commonName: string,
  options: IssuerKeyOptions,
): Promise<KeyAndCertificate> {
  return makeSelfSigned({
    commonName,
    keyType: samlAlgorithms[options.algorithm ?? 'RS256'].keyType,
    lifetimeDays: options.lifetimeDays ?? lifetimeDays,
    clock: options.clock,
    random: options.random,
  });
}
