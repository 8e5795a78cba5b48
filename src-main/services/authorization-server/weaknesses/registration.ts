import type { Weakness } from '#main/platform/pipeline.ts';
import { hasDangerousScheme } from '#shared/oauth/index.ts';
import { call } from '../outgoing-call.ts';
import type { RegistrationContext } from '../registration/context.ts';
import { uriMembers } from '../registration/uri-members.ts';

const timeoutMillis = 2_000;

/** Lets a check pass, whatever it finds. */
const nothing = (): void => undefined;

/** Asks for every URI that the registration names, wherever it leads. */
async function fetchAll({ members, runtime }: RegistrationContext): Promise<void> {
  const values = uriMembers.flatMap((name) => members[name] ?? []);
  const urls = values.filter((value) => typeof value === 'string' && URL.canParse(value)).map(String);
  for (const url of urls)
    await call(runtime, { method: 'GET', url, headers: [], timeoutMillis, tags: [] }).catch(nothing);
}

/** Flaws in how clients are registered, and in how they manage their registrations. */
export const registrationWeaknesses: readonly Weakness<RegistrationContext>[] = [
  /** Registers whatever a browser would run. */
  {
    id: 'dcr-scheme',
    pipeline: 'register*',
    step: 'redirect-uris-safe',
    title: 'Dangerous redirect URI registered',
    clause: 'RFC 7591 §5',
    instead: nothing,
    alongside: {
      'redirect-uris-fit': ({ metadata }, original) =>
        metadata?.redirect_uris.some(hasDangerousScheme) === true ? undefined : original(),
    },
  },
  /** Takes every host that begins like one of this machine. */
  {
    id: 'dcr-localhost-prefix',
    pipeline: 'register*',
    step: 'redirect-uris-fit',
    title: 'Loopback host compared by its beginning',
    clause: 'RFC 8252 §7.3',
    instead: (context, original) => {
      const uris = context.metadata?.redirect_uris ?? [];
      const isLocal = (uri: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)/.test(uri);
      return uris.length > 0 && uris.every(isLocal) ? undefined : original();
    },
  },
  /** Asks for what a registration names, inside the network too. */
  {
    id: 'dcr-ssrf',
    pipeline: 'register*',
    step: 'uris-public',
    title: 'URIs of a registration fetched',
    clause: 'RFC 7591 §5',
    instead: fetchAll,
  },
  /** Brings a client back that an administrator switched off. */
  {
    id: 'dcr-revives',
    pipeline: 'register*',
    step: 'registration-enabled',
    title: 'Disabled client enabled by an update',
    clause: 'RFC 7592 §2.2',
    instead: (context) => {
      const { registration, runtime } = context;
      if (registration === null) return;
      context.registration = { ...registration, isDisabled: false };
      runtime.dynamicClients.put(context.registration);
    },
  },
  /** Judges what is registered, and takes every update. */
  {
    id: 'dcr-update-unjudged',
    pipeline: 'register.update',
    step: 'grants-allowed',
    title: 'Update of a registration not checked',
    clause: 'RFC 7592 §2.2',
    instead: nothing,
    alongside: {
      'metadata-unprivileged': nothing,
      'grants-fit': nothing,
      'scope-allowed': nothing,
      'authentication-allowed': nothing,
    },
  },
  /** Takes the registration access token of any client for any other one. */
  {
    id: 'dcr-token-any',
    pipeline: 'register*',
    step: 'registration-token-valid',
    title: 'Registration access token of another client accepted',
    clause: 'RFC 7592 §2',
    instead: (context, original) => {
      const { bearer, named, runtime, nowMillis } = context;
      const found = named === null ? null : runtime.dynamicClients.find(named, nowMillis);
      if (bearer === null || found === null) return original();
      context.registration = found;
      return undefined;
    },
  },
  /** Registers clients of everybody, without end. */
  {
    id: 'dcr-open',
    pipeline: 'register',
    step: 'registration-rate',
    title: 'Unlimited registration by everybody',
    clause: 'RFC 7591 §5',
    instead: nothing,
    alongside: { 'initial-token-valid': nothing, 'registrations-bounded': nothing },
  },
  /** Believes what an unsigned software statement says. */
  {
    id: 'dcr-statement',
    pipeline: 'register*',
    step: 'statement-signature',
    title: 'Software statement believed without verification',
    clause: 'RFC 7591 §2.3',
    instead: nothing,
    alongside: { 'statement-issuer-trusted': nothing },
  },
  /** Lets a client call itself what it likes. */
  {
    id: 'dcr-impersonates',
    pipeline: 'register*',
    step: 'name-distinct',
    title: 'Name of another client registered',
    clause: 'RFC 7591 §5',
    instead: nothing,
  },
];
