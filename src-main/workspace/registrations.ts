import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import {
  type Client,
  clientFileSchema,
  type Registrations,
  type User,
  userFileSchema,
} from '#shared/workspace/index.ts';
import { createEntityFolder, type EntityFile, type Scan } from './entity-folder.ts';
import {
  type ClearSecretsAre,
  createSecretReader,
  type Missing,
  type ResolveSecret,
  readClientSecret,
  toClient,
  toUser,
} from './registration-entities.ts';

/** Secrets in clear for the engine's own clients: they never leave it. */
export interface Credentials {
  readonly clientSecret: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
}

/** The registrations of a folder over time: both objects stay, what they answer follows the files. */
export interface LiveRegistrations {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  problems(): readonly Problem[];
  /** Looks at the files again. */
  scan(): Scan;
  /** Asks for every secret again: one was stored. */
  resolveAgain(): void;
}

interface InForce {
  readonly clients: ReadonlyMap<string, Client>;
  readonly users: ReadonlyMap<string, User>;
  readonly clientSecrets: ReadonlyMap<string, string>;
  readonly userPasswords: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Follows `oauth/clients` and `oauth/users`; a broken file is reported, its last good version stays in force. */
export function createRegistrations(
  directory: string,
  resolveSecret: ResolveSecret,
  clearSecretsAre: ClearSecretsAre,
): LiveRegistrations {
  const clientFolder = createEntityFolder(directory, 'oauth/clients', clientFileSchema);
  const userFolder = createEntityFolder(directory, 'oauth/users', userFileSchema);
  const makeClient = createKeeper(toClient);
  const makeUser = createKeeper(toUser);
  let inForce = build();

  function build(): InForce {
    const problems = [...clientFolder.problems(), ...userFolder.problems()];
    const readSecret = createSecretReader(resolveSecret, problems, clearSecretsAre);
    const clients = new Map<string, Client>();
    const users = new Map<string, User>();
    const clientSecrets = new Map<string, string>();
    const userPasswords = new Map<string, string>();
    for (const file of firstOfEach(clientFolder.files(), ({ client_id: clientId }) => clientId, problems)) {
      const { client_id: clientId } = file.value;
      const secret: string | Missing = readClientSecret(file, readSecret, problems);
      clients.set(clientId, makeClient(file.value, secret));
      if (typeof secret === 'string') clientSecrets.set(clientId, secret);
    }
    for (const { file, value } of firstOfEach(userFolder.files(), ({ username }) => username, problems)) {
      const password = readSecret(value.password, file, 'password');
      users.set(value.username, makeUser(value, password));
      if (password !== null) userPasswords.set(value.username, password);
    }
    return { clients, users, clientSecrets, userPasswords, problems };
  }

  return {
    registrations: {
      client: (clientId) => inForce.clients.get(clientId),
      user: (username) => inForce.users.get(username),
      clients: () => [...inForce.clients.values()],
      users: () => [...inForce.users.values()],
    },
    credentials: {
      clientSecret: (clientId) => inForce.clientSecrets.get(clientId) ?? null,
      userPassword: (username) => inForce.userPasswords.get(username) ?? null,
    },
    problems: () => inForce.problems,
    scan() {
      const scans = [clientFolder.scan(), userFolder.scan()];
      const changed = scans.flatMap((scan) => scan.changed);
      if (changed.length > 0) inForce = build();
      return { changed, isUnsettled: scans.some(({ isUnsettled }) => isUnsettled) };
    },
    resolveAgain() {
      inForce = build();
    },
  };
}

/** Keeps what was made of a value as long as value and secret are the same: untouched files keep their objects. */
function createKeeper<Value extends object, Secret, Made>(
  make: (value: Value, secret: Secret) => Made,
): (value: Value, secret: Secret) => Made {
  const kept = new WeakMap<Value, { readonly secret: Secret; readonly made: Made }>();
  return (value, secret) => {
    const earlier = kept.get(value);
    if (earlier !== undefined && earlier.secret === secret) return earlier.made;
    const made = make(value, secret);
    kept.set(value, { secret, made });
    return made;
  };
}

/** Leaves out what an earlier file defines already, and warns of names that do not fit. */
function firstOfEach<T>(
  files: readonly EntityFile<T>[],
  identify: (value: T) => string,
  problems: Problem[],
): readonly EntityFile<T>[] {
  const seen = new Map<string, string>();
  return files.filter(({ file, value }) => {
    const identifier = identify(value);
    const earlier = seen.get(identifier);
    if (earlier !== undefined) {
      problems.push(duplicate(file, earlier, identifier));
      return false;
    }
    seen.set(identifier, file);
    if (!file.endsWith(`/${fileNameOf(identifier)}`)) problems.push(misnamed(file, identifier));
    return true;
  });
}

/** File name of an identifier: what a file system may not carry is percent-encoded. */
function fileNameOf(identifier: string): string {
  return `${identifier.replace(/[^A-Za-z0-9._@ -]/g, (character) => encodeURIComponent(character))}.json`;
}

function duplicate(file: string, earlier: string, identifier: string): Problem {
  return new GatehouseError('workspace.duplicate', `${file} defines ${identifier}, as ${earlier} does.`, {
    fix: 'Remove one of the two; the first is in force.',
    location: { file },
  }).toProblem();
}

function misnamed(file: string, identifier: string): Problem {
  return new GatehouseError('workspace.name-mismatch', `${file} defines ${identifier}.`, {
    fix: `Rename it to ${fileNameOf(identifier)}.`,
    location: { file },
  }).toProblem('warning');
}
