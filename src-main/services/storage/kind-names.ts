/** Names for the records of each kind: one of them, and several. */
const names: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'activity-filter': ['saved filter', 'saved filters'],
  'as.access-token': ['access token', 'access tokens'],
  'as.client-assertion': ['used client assertion', 'used client assertions'],
  'as.code': ['authorization code', 'authorization codes'],
  'as.consent': ['consent of a user', 'consents of users'],
  'as.dynamic-client': ['self-registered client', 'self-registered clients'],
  'as.family': ['grant of a user', 'grants of users'],
  'as.guesses': ['count of wrong passwords', 'counts of wrong passwords'],
  'as.initial-token': ['initial access token', 'initial access tokens'],
  'as.jwt-grant': ['used JWT grant', 'used JWT grants'],
  'as.pushed': ['pushed authorization request', 'pushed authorization requests'],
  'as.refresh-token': ['refresh token', 'refresh tokens'],
  'as.saml-assertion': ['used SAML assertion', 'used SAML assertions'],
  'as.signing-key': ['signing key', 'signing keys'],
  'attack-confirmed': ['confirmed target of attacks', 'confirmed targets of attacks'],
  'attack-run': ['run of the attack catalogue', 'runs of the attack catalogue'],
  certificate: ['certificate', 'certificates'],
  'contract-undo': ['undo record of a fix', 'undo records of fixes'],
  draft: ['draft of a file', 'drafts of files'],
  exchange: ['recorded exchange', 'recorded exchanges'],
  'exchange-note': ['note on an exchange', 'notes on exchanges'],
  'first-task': ['first task', 'first tasks'],
  'flow-issuer': ['issuer of the flow debugger', 'issuers of the flow debugger'],
  'flow-results': ['history of a saved flow', 'histories of saved flows'],
  'flow-run': ['run of the flow debugger', 'runs of the flow debugger'],
  'flow-run-picture': ['picture of a run that stopped', 'pictures of runs that stopped'],
  'har-source': ['imported HAR file', 'imported HAR files'],
  'import-place': ['location of a job file', 'locations of job files'],
  'import-template': ['template of an import', 'templates of imports'],
  'interchange-undo': [
    'undo record of a change to workspace files',
    'undo records of changes to workspace files',
  ],
  job: ['job', 'jobs'],
  outbox: ['message to a webhook', 'messages to webhooks'],
  'platform.activity': ['activity of the platform sandbox', 'activities of the platform sandbox'],
  'platform.consent': ['consent of the platform sandbox', 'consents of the platform sandbox'],
  'platform.entity': ['entity of the platform sandbox', 'entities of the platform sandbox'],
  'platform.seed': ['initial data of the platform sandbox', 'initial data of the platform sandbox'],
  'platform.user': ['user of the platform sandbox', 'users of the platform sandbox'],
  'recent-work': ['recent item', 'recent items'],
  sealing: ['encryption key marker', 'encryption key markers'],
  secret: ['stored secret', 'stored secrets'],
  'secret-allowance': ['decision about a secret', 'decisions about secrets'],
  'secret-owner': ['owner of a secret', 'owners of secrets'],
  session: ['set of open tabs', 'sets of open tabs'],
  'sign-in.code': ['used one-time code', 'used one-time codes'],
  'sign-in.refused': ['rejected password', 'rejected passwords'],
  'sign-in.session': ['session at another server', 'sessions at other servers'],
  setting: ['setting', 'settings'],
  undo: ['undo record of a change to files', 'undo records of changes to files'],
};

/** Says how many of a kind, in words: “3 stored secrets”. */
export function amountOf(kind: string, amount: number): string {
  const [one, several] = names[kind] ?? ['record of an unknown kind', 'records of an unknown kind'];
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : several}`;
}

/** Returns the common name for all records of a kind: “stored secrets”. */
export function nameOfAll(kind: string): string {
  return names[kind]?.[1] ?? 'records of an unknown kind';
}

/** The kinds that have a name. */
export const namedKinds: readonly string[] = Object.keys(names);
