import type { Problem } from '#shared/errors/index.ts';
import { type Client, type Registrations, type User, workspaceFormats } from '#shared/workspace/index.ts';
import { createEntityFolder, type EntityFile, type EntityFolder, type Scan } from './entity-folder.ts';
import { duplicate, misnamed } from './entity-names.ts';
import { type ActiveEnvironment, interpretFile } from './interpret.ts';
import { type Missing, readClientSecret, toClient, toUser } from './registration-entities.ts';
import { readPasswordCheck, type SecretSource } from './secret-reading.ts';

/** Secrets in clear for the engine's own clients: they never leave it. */
export interface Credentials {
  readonly clientSecret: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
}

/** The registrations of a folder over time: both objects stay, what they answer follows the files. */
export interface LiveRegistrations {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  readonly clientFolder: EntityFolder<unknown>;
  readonly userFolder: EntityFolder<unknown>;
  problems(): readonly Problem[];
  /** Looks at the files again. */
  scan(): Scan;
  /** Asks for every secret again: one was stored. */
  resolveAgain(): void;
  /** Takes up the environment that is in force now. */
  interpretAgain(): void;
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
  source: SecretSource,
  environment: () => ActiveEnvironment | null,
): LiveRegistrations {
  const clientFolder = createEntityFolder(directory, workspaceFormats.client, (document) =>
    interpretFile(document, workspaceFormats.client, environment()),
  );
  const userFolder = createEntityFolder(directory, workspaceFormats.user, (document) =>
    interpretFile(document, workspaceFormats.user, environment()),
  );
  const makeClient = createKeeper(toClient);
  const makeUser = createKeeper(toUser);
  let inForce = build();

  function build(): InForce {
    const problems = [...clientFolder.problems(), ...userFolder.problems()];
    const clients = new Map<string, Client>();
    const users = new Map<string, User>();
    const clientSecrets = new Map<string, string>();
    const userPasswords = new Map<string, string>();
    for (const file of firstOfEach(clientFolder.files(), ({ client_id: clientId }) => clientId, problems)) {
      const { client_id: clientId } = file.value;
      const secret: string | Missing = readClientSecret(file, source, problems);
      clients.set(clientId, makeClient(file.value, secret));
      if (typeof secret === 'string') clientSecrets.set(clientId, secret);
    }
    for (const { value } of firstOfEach(userFolder.files(), ({ username }) => username, problems)) {
      const password = readPasswordCheck(value.password, source);
      users.set(value.username, makeUser(value, password));
      if (typeof password === 'string') userPasswords.set(value.username, password);
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
    clientFolder,
    userFolder,
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
    interpretAgain() {
      clientFolder.interpretAgain();
      userFolder.interpretAgain();
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
    const warning = misnamed(file, identifier);
    if (warning !== null) problems.push(warning);
    return true;
  });
}
