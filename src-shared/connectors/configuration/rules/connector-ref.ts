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
        `${bundleVersion} is neither a version nor a range of versions.`,
        `Write a range such as [${demandingVersion},1.6.0.0).`,
      ),
    ];
  if (!isInRange(range, connectorVersion))
    return [
      problemAt(
        at,
        'connector.version',
        'error',
        `The connector has the version ${connectorVersion}, which ${bundleVersion} leaves out.`,
        `Widen the range, such as to [${demandingVersion},1.6.0.0).`,
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
        `The connector ${connectorVersion} needs the framework ${neededFramework} or later; the host has ${frameworkVersion}.`,
        'Raise services.connectorHost.frameworkVersion in the settings.',
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
        `There is no remote connector server ${serverName}.`,
        'Name it with its version in services.connectorHost.connectorServers, or leave connectorHostRef out.',
      ),
    ];
  if (compareVersions(version, neededFramework) >= 0) return problems;
  return [
    ...problems,
    problemAt(
      at,
      'connector.version',
      'error',
      `The connector ${connectorVersion} needs a connector server ${neededFramework} or later; ${serverName} has ${version}.`,
      `Use another server, or raise its version in the settings.`,
    ),
  ];
}
