import type { Outgoing } from '#main/platform/outgoing.ts';
import { keyHashOf, verifiedKeyHash } from '#main/platform/trusted-keys.ts';
import type { PlayBrowserPool, PlayNetwork } from '#main/services/controlled-browser/index.ts';
import type {
  DescribedSignIn,
  PlaySessions,
  SignInMemory,
  SignInWays,
} from '#main/services/flow-player/index.ts';
import type { TargetFile } from '#shared/workspace/index.ts';

/** Parts with which people are signed in at other servers unattended. */
export interface SignInParts {
  readonly browsers: Pick<PlayBrowserPool, 'forServer'>;
  readonly memory: SignInMemory;
  /** Sessions of the users of a target; absent: none is kept. */
  readonly sessionsAt?: (target: string) => PlaySessions;
  /** The description that a target names; absent: no file is looked up. */
  readonly described?: (name: string) => DescribedSignIn | null;
  /** The one-time code of the moment of a user of a target; absent: none is known. */
  readonly oneTimeCode?: (target: string, username: string) => Promise<string | null> | string | null;
}

/** How people are signed in at another server, as its file says. */
export function foreignSignIn(
  { browsers, memory, sessionsAt, described, oneTimeCode }: SignInParts,
  name: string,
  { issuer, authorization_endpoint: authorization, sign_in: own }: TargetFile,
  outgoing: Outgoing,
): SignInWays {
  const origins = own?.origins ?? [];
  let network: Promise<PlayNetwork> | null = null;
  return {
    with: own?.with ?? 'auto',
    origins,
    browsers: browsers.forServer(
      () => (network ??= networkOf([issuer, authorization ?? issuer, ...origins], outgoing)),
    ),
    memory,
    sessions: own?.keep_session === false ? null : (sessionsAt?.(name) ?? null),
    acts: own?.file === undefined ? null : (described?.(own.file) ?? null),
    oneTimeCode: (username) => oneTimeCode?.(name, username) ?? null,
  };
}

/** The way to a server as a browser takes it: its proxy, and the keys of those that its CAs vouch for. */
async function networkOf(addresses: readonly string[], outgoing: Outgoing): Promise<PlayNetwork> {
  const urls = [...new Set(addresses.map((address) => new URL(address).origin))].map(
    (origin) => new URL(origin),
  );
  const ways = await Promise.all(urls.map(async (url) => ({ url, route: await outgoing.routeTo(url) })));
  const shown = await Promise.all(ways.map(({ url, route }) => verifiedKeyHash(url, route)));
  const routes = ways.map(({ route }) => route);
  const trusted = routes.flatMap(({ extraCertificates = [] }) => extraCertificates.map(keyHashOf));
  return {
    proxy: routes[0]?.proxy ?? null,
    trustedKeyHashes: [...new Set([...trusted, ...shown.filter((hash) => hash !== null)])].toSorted(),
  };
}
