import { problemAt } from '../report.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

const switches = {
  acceptSelfSignedCertificates:
    'Any certificate is accepted. An attacker on the network can read and change all data.',
  disableHostNameVerifier:
    'Certificates issued for other hosts are accepted. An attacker with any valid certificate can read and change all data.',
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
            'Use this for debugging only. Add the CA to network.caFiles in the settings instead.',
          ),
        ]
      : [],
  );
