import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { typedTarget } from '#main/composition/server-form.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { sleep } from '#main/platform/timers.ts';
import { createSender } from '#main/services/activity/index.ts';
import { createPlayBrowsers } from '#main/services/controlled-browser/index.ts';
import { type BrowseEnd, browse, createSignInMemory, Player } from '#main/services/flow-player/index.ts';
import { foreignTarget } from '#main/services/flows/index.ts';
import { type BrowseStep, browseStepSchema, getRequest } from '#shared/flows/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ann, client, type SignInServer } from './server.ts';

const verifier = 'a-verifier-of-the-test-that-is-long-enough-for-rfc-7636';

/** The outcome of one sign-in, and the time that it took, in milliseconds. */
export interface SignedIn {
  readonly end: BrowseEnd;
  readonly player: Player;
  readonly elapsedMillis: number;
  /** Status of the token response; null: there was no code. */
  readonly token: number | null;
}

/** The end of a sign-in in words: without the bytes of pages. */
export function saidOf(end: BrowseEnd): string {
  return 'message' in end ? (end.message ?? end.end) : end.end;
}

export interface SignInOptions {
  readonly with?: 'auto' | 'forms' | 'browser';
  readonly origins?: readonly string[];
  readonly password?: string;
  readonly step?: Partial<BrowseStep>;
  /** Further members of the file of the server. */
  readonly file?: object;
  /** Absent: `/authorize`. */
  readonly authorizationPath?: string;
  readonly signal?: AbortSignal;
}

/** A player and browsers for sign-ins at servers of the tests. */
export interface SignInDesk {
  /** All exchanges that were recorded. */
  readonly drafts: readonly ExchangeDraft[];
  /** Stands for the workspace. */
  readonly directory: string;
  signIn(server: Pick<SignInServer, 'origin'>, options?: SignInOptions): Promise<SignedIn>;
  close(): Promise<void>;
}

export function openSignInDesk(browserPath: string | null, switches: readonly string[] = []): SignInDesk {
  const drafts: ExchangeDraft[] = [];
  const record = (draft: ExchangeDraft) => `x-${drafts.push(draft)}`;
  const directory = temporaryDirectory();
  const outgoing = outgoingThrough(openGate);
  const browsers = createPlayBrowsers({
    clock: systemClock,
    profileRoot: join(directory.path, 'profiles'),
    path: () => browserPath,
    switches,
    record,
    reach: () => ({ isOpen: true, hosts: [] }),
  });
  const signIns = { browsers, memory: createSignInMemory(), oneTimeCode: () => ann.code };
  const ports = {
    clock: systemClock,
    random: createSystemRandom(),
    send: createSender(record, systemClock, outgoing),
    sleep,
    issuer: () => Promise.reject(new Error('Nothing is signed here.')),
  };
  return {
    drafts,
    directory: directory.path,
    async signIn({ origin }, options = {}) {
      const { authorizationPath = '/authorize' } = options;
      const file = {
        issuer: origin,
        discovery: false,
        authorization_endpoint: origin + authorizationPath,
        token_endpoint: `${origin}/token`,
        clients: [client],
        users: [{ username: ann.username, password: options.password ?? ann.password }],
        sign_in: { with: options.with ?? 'auto', origins: options.origins ?? [] },
        ...options.file,
      };
      const parts = { upstreams: null, directory: directory.path, outgoing, vendorUrn: 'gatehouse', signIns };
      const target = foreignTarget({ ...parts, target: typedTarget(file), metadata: {} });
      const step = { ...authorizeStep(origin + authorizationPath), ...options.step };
      const script = {
        title: 'Sign in',
        parties: { '': { client: client.client_id, user: ann.username } },
        steps: [step],
      };
      const player = new Player({ ports, target, script, tags: ['run:test'] });
      const startedMillis = performance.now();
      const end = await browse(player, step, options.signal === undefined ? {} : { signal: options.signal });
      const elapsedMillis = performance.now() - startedMillis;
      return {
        end,
        player,
        elapsedMillis,
        token: origin.startsWith('https:') ? null : await redeem(origin, end),
      };
    },
    async close() {
      await browsers.close();
      directory.remove();
    },
  };
}

function authorizeStep(endpoint: string): BrowseStep {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = [
    ['response_type', 'code'],
    ['client_id', client.client_id],
    ['redirect_uri', client.redirect_uris[0] ?? ''],
    ['scope', client.scope],
    ['state', 'of-the-test'],
    ['code_challenge', challenge],
    ['code_challenge_method', 'S256'],
  ] as const;
  const request = getRequest(endpoint, query, [['Accept', 'text/html']]);
  return browseStepSchema.parse({ act: 'browse', id: 'authorize', request });
}

async function redeem(origin: string, end: BrowseEnd): Promise<number | null> {
  const code = end.end === 'callback' ? new URL(end.callback.url).searchParams.get('code') : null;
  if (code === null) return null;
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier });
  return (await fetch(`${origin}/token`, { method: 'POST', body })).status;
}
