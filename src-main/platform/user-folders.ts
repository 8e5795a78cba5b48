import { homedir } from 'node:os';
import { join } from 'node:path';

/** Locations of this user's state and data, by the conventions of the system. */
export interface UserFolders {
  /** Databases, keys, logs: never in a workspace. */
  readonly stateRoot: string;
  /** The user's copy of the sample workspace. */
  readonly sampleWorkspace: string;
  /** The default location for new workspaces. */
  readonly workspaces: string;
}

/** The folders of Gatehouse for this user. */
export function userFolders(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UserFolders {
  const home = environment['HOME'] ?? homedir();
  return { ...platformFolders(platform, environment, home), workspaces: join(home, 'Gatehouse') };
}

function platformFolders(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string,
): Omit<UserFolders, 'workspaces'> {
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support', 'Gatehouse');
    return { stateRoot: join(support, 'state'), sampleWorkspace: join(support, 'sample-workspace') };
  }
  if (platform === 'win32') {
    const local = join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Gatehouse');
    return { stateRoot: join(local, 'state'), sampleWorkspace: join(local, 'sample-workspace') };
  }
  return {
    stateRoot: join(environment['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'gatehouse'),
    sampleWorkspace: join(
      environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'),
      'gatehouse',
      'sample-workspace',
    ),
  };
}
