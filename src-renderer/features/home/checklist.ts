import type { WorkspaceFile } from '#shared/api/index.ts';
import type { FirstTask } from '#shared/first-tasks/index.ts';
import { connectorPath, contractPath, importPath, throttlePath } from '../../workbench/addresses.ts';

/** The address of the import from elsewhere. */
export const homeImportPath = '/home/bring';

type Listed = Pick<WorkspaceFile, 'file' | 'kind'>;

/** Where each of the first tasks is done in a workspace with these files. */
export function taskPaths(files: readonly Listed[]): Readonly<Record<FirstTask, string>> {
  const first = (kind: WorkspaceFile['kind']) => files.find((listed) => listed.kind === kind)?.file;
  const connector = first('connector');
  const route = first('route');
  return {
    token: '/flows',
    step: '/flows',
    refusal: '/flows',
    attack: '/flows/attack',
    connector: connector === undefined ? '/connectors' : connectorPath(connector),
    throttle: route === undefined ? '/throttle' : throttlePath(route, first('traffic')),
    consents: importPath('new'),
    contract: contractPath({ tab: 'sources' }),
    own: homeImportPath,
  };
}
