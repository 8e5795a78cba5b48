import { join } from 'node:path';
import { createPlayBrowsers } from '#main/services/controlled-browser/index.ts';
import type { SignInParts } from '#main/services/flows/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { systemClock } from '../platform/clock.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import { createPasswordHasher } from '../platform/password-hash.ts';
import type { RecordStore } from '../platform/ports.ts';
import { systemTimers } from '../platform/timers.ts';
import {
  createSignInMemory,
  type DescribedSignIn,
  memoryKeyOf,
  type PlaySessions,
  type SignInMemory,
} from '../services/flow-player/index.ts';
import {
  createKeptSessions,
  createOneTimeCodes,
  createRefusedPasswords,
  createWatchedSignIns,
  describedSignIn,
  type KeptSessions,
  type RefusedPasswords,
  type WatchedSignIns,
} from '../services/sign-ins/index.ts';
import { saveEntity, type Workspace, type WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Unattended sign-ins at other servers, with the browsers that they are played in. */
export interface SignIns extends SignInParts {
  /** Null: without stored state, no session is kept. */
  readonly sessions: KeptSessions | null;
  /** Lets a refused password be sent once more. */
  readonly forgetRefusals: (target: string, username: string) => void;
  /** Sign-ins that somebody was watched at in a controlled browser. */
  readonly watched: WatchedSignIns;
  readonly close: () => Promise<void>;
}

/** Sources of what sign-ins need. */
export interface SignInSources {
  readonly record: RecordExchange;
  readonly reach: () => ReturnType<WorkspaceTrust['policy']>['reach'];
  /** Absent: sign-ins without a workspace. */
  readonly workspace?: Workspace;
  /** Where it is kept which codes were used; absent: it is known as long as the process lives. */
  readonly records?: RecordStore;
}

/** Composes what unattended sign-ins share as long as the engine lives. */
export function composeSignIns(
  {
    clock,
    random,
    userDirectory,
    browser,
    passwords,
  }: Pick<EnginePorts, 'random' | 'userDirectory' | 'browser' | 'passwords'> & { readonly clock: Clock },
  { record, reach, workspace, records }: SignInSources,
): SignIns {
  const browsers = createPlayBrowsers({
    clock,
    profileRoot: join(userDirectory, 'browser-profiles'),
    path: () => browser?.path ?? null,
    record,
    reach,
  });
  const { wait } = systemTimers;
  // Servers go by their own clock, and not by one that a test has moved.
  const codes = createOneTimeCodes({
    clock: systemClock,
    wait,
    ...(records === undefined ? {} : { records }),
  });
  const refused =
    records === undefined ? null : createRefusedPasswords(records, passwords ?? createPasswordHasher(random));
  const watched = createWatchedSignIns();
  const sessions = records === undefined ? null : createKeptSessions(records, systemClock);
  return {
    browsers,
    memory: { ...createSignInMemory(), ...(refused === null ? {} : rememberedBy(refused)) },
    sessions,
    forgetRefusals(name, username) {
      const issuer = workspace?.targets.find((one) => one.name === name)?.file.issuer ?? '';
      refused?.forget({ target: memoryKeyOf({ name, endpoints: { issuer } }), username });
    },
    ...(sessions === null ? {} : { sessionsAt: (target) => sessionsAt(sessions, target) }),
    described: (name) => describedIn(workspace, name, random),
    async oneTimeCode(target, username) {
      const users = workspace?.targets.find((one) => one.name === target)?.users;
      const seed = users?.find((user) => user.username === username)?.totpSeed() ?? null;
      return seed === null ? null : codes.next(seed);
    },
    watched,
    close() {
      watched.clear();
      return browsers.close();
    },
  };
}

function sessionsAt(sessions: KeptSessions, target: string): PlaySessions {
  return {
    cookiesOf: (username) => sessions.cookiesOf({ target, username }),
    keep: (username, cookies) => sessions.keep({ target, username }, cookies),
  };
}

/** A refused password stays refused over a restart, until it is another one or somebody says so. */
function rememberedBy(
  refused: RefusedPasswords,
): Pick<SignInMemory, 'isRefused' | 'noteRefused' | 'noteAccepted'> {
  return {
    isRefused: (target, username, password) => refused.isRefused({ target, username }, password),
    noteRefused: (target, username, password) => refused.note({ target, username }, password),
    noteAccepted: (target, username) => refused.forget({ target, username }),
  };
}

/** The description of a sign-in in the workspace; null: there is none of this name. */
function describedIn(workspace: Workspace | undefined, name: string, random: Random): DescribedSignIn | null {
  const found = workspace?.signIns.find((signIn) => signIn.name === name);
  if (workspace === undefined || found === undefined) return null;
  return describedSignIn(found, systemTimers, (file) =>
    saveEntity(workspace, `sign-ins/${name}.json`, { ...file }, random),
  );
}
