import type { AuthorizationServerSettings, SampleUpstreamsSettings } from '#shared/workspace/index.ts';

/** Settings of the servers that a copy is made of. */
export interface CopiedSettings {
  readonly authorizationServer: AuthorizationServerSettings;
  readonly sampleUpstreams: SampleUpstreamsSettings;
}

/** A copy with the settings of a workspace. */
export interface ConfiguredCopy {
  readonly policy: CopiedSettings;
  /** Points about the server that was copied that no case can decide, as sentences. */
  readonly undecided: readonly string[];
}

/** A part of the settings that a copy on loopback, with clients and users of its own, cannot take over or decides nothing about. */
interface Left {
  readonly applies: (settings: CopiedSettings) => boolean;
  /** Puts something else in its place in the copy. */
  readonly replace: (copy: CopiedSettings, range: CopiedSettings) => CopiedSettings;
  readonly says: string;
}

const unchanged: Left['replace'] = (copy) => copy;

const left: readonly Left[] = [
  {
    applies: () => true,
    replace: unchanged,
    says: 'The copy uses the settings of the workspace, but the clients and users of the catalogue. Faults of clients, users or trusted issuers of the workspace are not tested. See Problems for those.',
  },
  {
    applies: ({ authorizationServer: { passwordValidators } }) =>
      passwordValidators.some(({ type }) => type !== 'users') ||
      !passwordValidators.some((each) => each.type === 'users' && each.credential === 'password'),
    replace: (copy, range) => ({
      ...copy,
      authorizationServer: {
        ...copy.authorizationServer,
        passwordValidators: range.authorizationServer.passwordValidators,
      },
    }),
    says: 'The copy validates passwords against its own users. Other password validators of the workspace are not tested.',
  },
  {
    applies: ({ authorizationServer: { publicUrl, tls } }) => publicUrl !== undefined || tls,
    replace(copy) {
      const { publicUrl: _publicUrl, ...settings } = copy.authorizationServer;
      return { ...copy, authorizationServer: { ...settings, tls: false } };
    },
    says: 'The copy uses HTTP at its own address. TLS, the public URL and a reverse proxy are not tested.',
  },
  {
    applies: ({ sampleUpstreams: { requireAudience } }) => requireAudience,
    replace: (copy) => ({ ...copy, sampleUpstreams: { ...copy.sampleUpstreams, requireAudience: false } }),
    says: 'The resource server of the copy does not check the audience, because tokens of the catalogue’s clients have none. The audience check is not tested.',
  },
  {
    applies: ({ authorizationServer: { profile, weaknesses }, sampleUpstreams }) =>
      profile !== 'training' && weaknesses.length + sampleUpstreams.weaknesses.length > 0,
    replace: unchanged,
    says: 'The weaknesses of the workspace are only active in the training profile. Their effect is not tested.',
  },
  {
    applies: ({ authorizationServer: { profile } }) => profile === 'fapi-2.0-security',
    replace: unchanged,
    says: 'FAPI 2.0 rejects the clients of the catalogue, because they use secrets and bearer tokens. Cases with clients are not tested.',
  },
  {
    applies: ({ authorizationServer: { rollRefreshTokens } }) => !rollRefreshTokens,
    replace: unchanged,
    says: 'Refresh tokens are not rotated. The reuse of a rotated refresh token (RT-04, RT-05) is not tested.',
  },
  {
    applies: ({ authorizationServer: { sessionLifetimeSeconds } }) => sessionLifetimeSeconds === 0,
    replace: unchanged,
    says: 'The session lifetime is 0. The entropy of codes (AC-09) is not tested, because hundreds of codes would require as many sign-ins.',
  },
];

/** The policy of a copy of the hosted server as a workspace has it set, and what that leaves undecided. */
export function configuredCopy(settings: CopiedSettings, range: CopiedSettings): ConfiguredCopy {
  const applying = left.filter(({ applies }) => applies(settings));
  return {
    policy: applying.reduce<CopiedSettings>((copy, { replace }) => replace(copy, range), settings),
    undecided: applying.map(({ says }) => says),
  };
}
