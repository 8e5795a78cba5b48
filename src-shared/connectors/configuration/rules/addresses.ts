import { problemAt } from '../report.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** Addresses are such that requests can be sent to them. */
export const addressesRule: ConnectorRule = ({ configurationProperties: properties }) => {
  const { serviceUri, tokenEndpoint, httpProxyHost, httpProxyPort, httpProxyUsername } = properties;
  const problems = [];
  if (serviceUri === null || serviceUri === '')
    problems.push(
      problemAt(
        inProperties('serviceUri'),
        'connector.missing-member',
        'error',
        'serviceUri is missing.',
        'Enter the base URL of the remote system, such as https://hr.example.com/api.',
      ),
    );
  else problems.push(...addressProblems('serviceUri', serviceUri));
  if (tokenEndpoint !== null && tokenEndpoint !== '')
    problems.push(...addressProblems('tokenEndpoint', tokenEndpoint));
  if (httpProxyHost !== null && httpProxyPort === null)
    problems.push(
      problemAt(
        inProperties('httpProxyHost'),
        'connector.missing-member',
        'error',
        'The proxy has no port.',
        'Add httpProxyPort.',
      ),
    );
  if (httpProxyHost !== null && !/^[A-Za-z0-9._:[\]-]+$/.test(httpProxyHost))
    problems.push(
      problemAt(
        inProperties('httpProxyHost'),
        'connector.invalid',
        'error',
        `httpProxyHost: “${httpProxyHost}” is not a host name.`,
        'Enter only the host name or IP address, without scheme and port.',
      ),
    );
  if (httpProxyHost === null && (httpProxyPort !== null || httpProxyUsername !== null))
    problems.push(
      problemAt(
        inProperties(httpProxyPort === null ? 'httpProxyUsername' : 'httpProxyPort'),
        'connector.unused-member',
        'warning',
        'The proxy is not used because httpProxyHost is missing.',
        'Add httpProxyHost.',
      ),
    );
  return problems;
};

const address = /^https?:\/\/(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:[/?][^\s#]*)?$/i;

function addressProblems(name: string, url: string) {
  const at = inProperties(name);
  if (/^https?:\/\/[^/]*@/i.test(url))
    return [
      problemAt(
        at,
        'connector.invalid',
        'error',
        `${name} contains credentials.`,
        'Remove them, and use authenticationMethod BASIC with login and password.',
      ),
    ];
  if (!address.test(url))
    return [
      problemAt(
        at,
        'connector.invalid',
        'error',
        `${name}: “${url}” is not a server URL.`,
        'Enter an http or https URL without a fragment.',
      ),
    ];
  return [];
}
