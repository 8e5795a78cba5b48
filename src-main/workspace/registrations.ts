import type { z } from 'zod';
import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { SignIn } from '#shared/sign-ins/index.ts';
import {
  type Client,
  type IdentityProvider,
  type JwtIssuer,
  type Registrations,
  type SamlIssuer,
  type SavedFlow,
  type Target,
  type User,
  type Webhook,
  type WorkspaceFormat,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { createEntityFolder, type EntityFile, type EntityFolder, type Scan } from './entity-folder.ts';
import { duplicate, misnamed } from './entity-names.ts';
import { type ActiveEnvironment, interpretFile } from './interpret.ts';
import { missingSignIns } from './missing-sign-ins.ts';
import { type Missing, readClientSecret, toClient, userMaker } from './registration-entities.ts';
import { readPasswordCheck, readSecretText, type SecretSource } from './secret-reading.ts';
import {
  toIdentityProvider,
  toJwtIssuer,
  toSamlIssuer,
  toSavedFlow,
  toSignIn,
  toTarget,
  toWebhook,
} from './trust-entities.ts';

/** Secrets in clear for the engine's own clients: they never leave it. */
export interface Credentials {
  readonly clientSecret: (clientId: string) => string | null;
  /** The key with which the client signs: a JWK as JSON, or PEM. */
  readonly clientPrivateKey: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
}

/** The registrations of a folder over time: both objects stay, what they answer follows the files. */
export interface LiveRegistrations {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  webhooks(): readonly Webhook[];
  targets(): readonly Target[];
  savedFlows(): readonly SavedFlow[];
  signIns(): readonly SignIn[];
  readonly folders: readonly EntityFolder<unknown>[];
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
  readonly clientPrivateKeys: ReadonlyMap<string, string>;
  readonly userPasswords: ReadonlyMap<string, string>;
  readonly samlIssuers: readonly SamlIssuer[];
  readonly jwtIssuers: readonly JwtIssuer[];
  readonly identityProviders: readonly IdentityProvider[];
  readonly webhooks: readonly Webhook[];
  readonly targets: readonly Target[];
  readonly savedFlows: readonly SavedFlow[];
  readonly signIns: readonly SignIn[];
  readonly problems: readonly Problem[];
}

/** Values in force besides the files, and the hasher that compares passwords. */
export interface RegistrationsOptions {
  readonly environment: () => ActiveEnvironment | null;
  readonly passwords: PasswordHasher;
}

interface ReadClients {
  readonly clients: Map<string, Client>;
  readonly clientSecrets: Map<string, string>;
  readonly clientPrivateKeys: Map<string, string>;
}

type ClientFolder = EntityFolder<z.infer<typeof workspaceFormats.client.schema>>;

/** Reads the files of clients with their secrets and keys; a client whose file has not changed stays the same object. */
function clientReader(folder: ClientFolder, source: SecretSource) {
  const makeClient = createKeeper(toClient);
  return ({ clients, clientSecrets, clientPrivateKeys }: ReadClients, problems: Problem[]): void => {
    for (const file of firstOfEach(folder.files(), ({ client_id: clientId }) => clientId, problems)) {
      const { client_id: clientId } = file.value;
      const secret: string | Missing = readClientSecret(file, source.of(file.file), problems);
      clients.set(clientId, makeClient(file.value, secret));
      if (typeof secret === 'string') clientSecrets.set(clientId, secret);
      const { private_key: given } = file.value;
      const privateKey = given === undefined ? null : readSecretText(given, source.of(file.file));
      if (privateKey !== null) clientPrivateKeys.set(clientId, privateKey);
    }
  };
}

/**
 * Follows the folders of clients, users, those who are trusted and those who are told; a broken file is reported, its
 * last good version stays in force.
 */
export function createRegistrations(
  directory: string,
  source: SecretSource,
  { environment, passwords }: RegistrationsOptions,
): LiveRegistrations {
  const follow = <Schema extends z.ZodType>(format: WorkspaceFormat & { readonly schema: Schema }) =>
    createEntityFolder(directory, format, (document) => interpretFile(document, format, environment()));
  const clientFolder = follow(workspaceFormats.client);
  const userFolder = follow(workspaceFormats.user);
  const samlFolder = follow(workspaceFormats['saml-issuer']);
  const jwtFolder = follow(workspaceFormats['jwt-issuer']);
  const providerFolder = follow(workspaceFormats['identity-provider']);
  const webhookFolder = follow(workspaceFormats.webhook);
  const targetFolder = follow(workspaceFormats.target);
  const flowFolder = follow(workspaceFormats.flow);
  const signInFolder = follow(workspaceFormats['sign-in']);
  const identityFolders = [clientFolder, userFolder, samlFolder, jwtFolder, providerFolder, webhookFolder];
  const folders = [...identityFolders, targetFolder, flowFolder, signInFolder];
  const makeUser = createKeeper(userMaker(passwords));
  const readClients = clientReader(clientFolder, source);
  let inForce = build();

  function build(): InForce {
    const problems = folders.flatMap((folder) => folder.problems());
    const clients = new Map<string, Client>();
    const users = new Map<string, User>();
    const clientSecrets = new Map<string, string>();
    const clientPrivateKeys = new Map<string, string>();
    const userPasswords = new Map<string, string>();
    readClients({ clients, clientSecrets, clientPrivateKeys }, problems);
    for (const { file, value } of firstOfEach(userFolder.files(), ({ username }) => username, problems)) {
      const password = readPasswordCheck(value.password, source.of(file));
      const pin = value.pin === undefined ? null : readPasswordCheck(value.pin, source.of(file));
      users.set(value.username, makeUser(value, password, pin));
      if (typeof password === 'string') userPasswords.set(value.username, password);
    }
    problems.push(...missingSignIns(targetFolder.files(), signInFolder.files()));
    const samlIssuers = firstOfEach(samlFolder.files(), ({ issuer }) => issuer, problems, 'any-name');
    const jwtIssuers = firstOfEach(jwtFolder.files(), ({ issuer }) => issuer, problems, 'any-name');
    return {
      clients,
      users,
      clientSecrets,
      clientPrivateKeys,
      userPasswords,
      samlIssuers: samlIssuers.map(toSamlIssuer),
      jwtIssuers: jwtIssuers.map(toJwtIssuer),
      identityProviders: providerFolder.files().map((file) => toIdentityProvider(file, source.of(file.file))),
      webhooks: webhookFolder.files().map((file) => toWebhook(file, source.of(file.file))),
      targets: targetFolder.files().map((file) => toTarget(file, source.of(file.file))),
      savedFlows: flowFolder.files().map(toSavedFlow),
      signIns: signInFolder.files().map(toSignIn),
      problems,
    };
  }

  return {
    ...answersOf(() => inForce),
    ...listsOf(() => inForce),
    folders,
    problems: () => inForce.problems,
    scan() {
      const scans = folders.map((folder) => folder.scan());
      const changed = scans.flatMap((scan) => scan.changed);
      if (changed.length > 0) inForce = build();
      return { changed, isUnsettled: scans.some(({ isUnsettled }) => isUnsettled) };
    },
    resolveAgain() {
      inForce = build();
    },
    interpretAgain() {
      for (const folder of folders) folder.interpretAgain();
      inForce = build();
    },
  };
}

/** Entities that are listed as a whole, as they are in force at the moment. */
function listsOf(
  inForce: () => InForce,
): Pick<LiveRegistrations, 'webhooks' | 'targets' | 'savedFlows' | 'signIns'> {
  return {
    webhooks: () => inForce().webhooks,
    targets: () => inForce().targets,
    savedFlows: () => inForce().savedFlows,
    signIns: () => inForce().signIns,
  };
}

/** Answers queries about registrations by the ones in force at the moment. */
function answersOf(inForce: () => InForce): Pick<LiveRegistrations, 'registrations' | 'credentials'> {
  return {
    registrations: {
      client: (clientId) => inForce().clients.get(clientId),
      user: (username) => inForce().users.get(username),
      clients: () => [...inForce().clients.values()],
      users: () => [...inForce().users.values()],
      samlIssuers: () => inForce().samlIssuers,
      jwtIssuers: () => inForce().jwtIssuers,
      identityProviders: () => inForce().identityProviders,
    },
    credentials: {
      clientSecret: (clientId) => inForce().clientSecrets.get(clientId) ?? null,
      clientPrivateKey: (clientId) => inForce().clientPrivateKeys.get(clientId) ?? null,
      userPassword: (username) => inForce().userPasswords.get(username) ?? null,
    },
  };
}

/**
 * Caches the result of a value as long as value and secrets are the same: unchanged files keep their objects.
 */
function createKeeper<Value extends object, Secrets extends readonly unknown[], Made>(
  make: (value: Value, ...secrets: Secrets) => Made,
): (value: Value, ...secrets: Secrets) => Made {
  const kept = new WeakMap<Value, { readonly secrets: Secrets; readonly made: Made }>();
  return (value, ...secrets) => {
    const earlier = kept.get(value);
    if (earlier?.secrets.every((secret, index) => secret === secrets[index]) === true) return earlier.made;
    const made = make(value, ...secrets);
    kept.set(value, { secrets, made });
    return made;
  };
}

/** Leaves out what an earlier file defines already, and warns of names that do not fit. */
function firstOfEach<T>(
  files: readonly EntityFile<T>[],
  identify: (value: T) => string,
  problems: Problem[],
  naming: 'as-identifier' | 'any-name' = 'as-identifier',
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
    const warning = naming === 'any-name' ? null : misnamed(file, identifier);
    if (warning !== null) problems.push(warning);
    return true;
  });
}
