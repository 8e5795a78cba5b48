import { problemAt } from '../report.ts';
import {
  compareVersions,
  connectorVersion,
  demandingVersion,
  isInRange,
  neededFramework,
  parseVersionRange,
} from '../versions.ts';
import type { ConnectorRule, HostFacts } from './rule.ts';

/** The version that a document asks for is there, and the host is new enough for it. Spec 2 §9 */
export const connectorRefRule: ConnectorRule = ({ connectorRef }, _source, host) => {
  if (connectorRef === null || connectorRef === undefined) return [];
  const { bundleVersion, connectorHostRef } = connectorRef;
  const at = ['connectorRef', 'bundleVersion'];
  const range = parseVersionRange(bundleVersion);
  if (range === null)
    return [
      problemAt(
        at,
        'connector.version',
        'error',
        `${bundleVersion} is not a version or version range.`,
        `Enter a range such as [${demandingVersion},1.6.0.0).`,
      ),
    ];
  if (!isInRange(range, connectorVersion))
    return [
      problemAt(
        at,
        'connector.version',
        'error',
        `The connector version ${connectorVersion} is outside the range ${bundleVersion}.`,
        `Widen the range, for example to [${demandingVersion},1.6.0.0).`,
      ),
    ];
  return host === undefined ? [] : hostProblems(host, connectorHostRef);
};

function hostProblems({ frameworkVersion, connectorServers }: HostFacts, serverName: string | null) {
  const problems = [];
  if (compareVersions(frameworkVersion, neededFramework) < 0)
    problems.push(
      problemAt(
        ['connectorRef', 'bundleVersion'],
        'connector.version',
        'error',
        `The connector ${connectorVersion} requires framework ${neededFramework} or later. The host has ${frameworkVersion}.`,
        'Increase services.connectorHost.frameworkVersion in the settings.',
      ),
    );
  if (serverName === null || serverName === '#LOCAL') return problems;
  const at = ['connectorRef', 'connectorHostRef'];
  const version = Object.hasOwn(connectorServers, serverName) ? connectorServers[serverName] : undefined;
  if (version === undefined)
    return [
      ...problems,
      problemAt(
        at,
        'connector.version',
        'error',
        `The remote connector server ${serverName} is not configured.`,
        'Add it with its version to services.connectorHost.connectorServers, or remove connectorHostRef.',
      ),
    ];
  if (compareVersions(version, neededFramework) >= 0) return problems;
  return [
    ...problems,
    problemAt(
      at,
      'connector.version',
      'error',
      `The connector ${connectorVersion} requires connector server ${neededFramework} or later. ${serverName} has ${version}.`,
      `Use another server, or increase its version in the settings.`,
    ),
  ];
}
