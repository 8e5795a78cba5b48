import { problemAt } from '../report.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

const switches = {
  acceptSelfSignedCertificates:
    'Any certificate is trusted: whoever stands between can read and change everything.',
  disableHostNameVerifier:
    'Certificates of other hosts are trusted: whoever has one can read and change everything.',
} as const;

/** Warns as long as certificates are not checked as they should be. Spec 2 §A.1 */
export const securityRule: ConnectorRule = ({ configurationProperties: properties }) =>
  (['acceptSelfSignedCertificates', 'disableHostNameVerifier'] as const).flatMap((name) =>
    properties[name]
      ? [
          problemAt(
            inProperties(name),
            'connector.insecure',
            'warning',
            switches[name],
            'Use it for debugging only; trust the CA by network.caFiles in the settings.',
          ),
        ]
      : [],
  );
