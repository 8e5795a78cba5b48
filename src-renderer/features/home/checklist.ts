import type { WorkspaceFile } from '#shared/api/index.ts';
import type { FirstTask } from '#shared/first-tasks/index.ts';
import {
  attackPath,
  connectorPath,
  contractPath,
  identityPath,
  importPath,
  throttlePath,
} from '../../workbench/addresses.ts';

/** The address of the import from elsewhere. */
export const homeImportPath = '/home/bring';
/** The form of a new client. */
export const newClientPath = identityPath('clients', '+');

type Listed = Pick<WorkspaceFile, 'file' | 'kind'>;

/** A thing that a task acts on. */
export type Needed = 'client' | 'connector' | 'route';

/** Where a task is done, and what the workspace has to get before it can be. */
export interface TaskPlace {
  readonly path: string;
  /** Runs there at once; absent: the screen is opened. */
  readonly command?: string;
  /** The missing thing: the path leads to where it is added. Null: all is there. */
  readonly missing: Needed | null;
}

const addedAt: Readonly<Record<Needed, Omit<TaskPlace, 'missing'>>> = {
  client: { path: newClientPath },
  connector: { path: '/connectors', command: 'connectors.new' },
  route: { path: '/throttle' },
};

/** The screen for each of the first tasks, in a workspace with these files. */
export function taskPaths(files: readonly Listed[]): Readonly<Record<FirstTask, TaskPlace>> {
  const first = (kind: Needed | 'traffic') => files.find((listed) => listed.kind === kind)?.file;
  const placeOf = (needed: Needed, place: (file: string) => Omit<TaskPlace, 'missing'>): TaskPlace => {
    const file = first(needed);
    return file === undefined ? { ...addedAt[needed], missing: needed } : { ...place(file), missing: null };
  };
  const withClient = (path: string, command?: string) =>
    placeOf('client', () => (command === undefined ? { path } : { path, command }));
  return {
    token: withClient('/flows'),
    step: withClient('/flows', 'flow.step'),
    refusal: withClient('/flows'),
    attack: withClient(attackPath()),
    connector: placeOf('connector', (file) => ({ path: connectorPath(file) })),
    throttle: placeOf('route', (file) => ({
      path: throttlePath(file, first('traffic')),
      command: 'throttle.simulate',
    })),
    consents: { path: importPath('new'), missing: null },
    contract: { path: contractPath({ tab: 'sources' }), missing: null },
    own: { path: homeImportPath, missing: null },
  };
}
