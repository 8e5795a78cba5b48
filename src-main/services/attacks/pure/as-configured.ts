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
    says: 'The copy has the settings of the workspace, and the catalogue’s own clients and users: what is wrong with a client, a user or a trusted issuer of the workspace is not found here. The problems of the workspace have it.',
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
    says: 'The copy checks passwords by its own users: what the other password validators of the workspace let through is not decided.',
  },
  {
    applies: ({ authorizationServer: { publicUrl, tls } }) => publicUrl !== undefined || tls,
    replace(copy) {
      const { publicUrl: _publicUrl, ...settings } = copy.authorizationServer;
      return { ...copy, authorizationServer: { ...settings, tls: false } };
    },
    says: 'The copy speaks HTTP at an address of its own: what TLS, the public URL or a proxy before it change is not decided.',
  },
  {
    applies: ({ sampleUpstreams: { requireAudience } }) => requireAudience,
    replace: (copy) => ({ ...copy, sampleUpstreams: { ...copy.sampleUpstreams, requireAudience: false } }),
    says: 'The resource server of the copy asks for no audience, as the tokens of the catalogue’s clients name none: what the audience keeps out is not decided.',
  },
  {
    applies: ({ authorizationServer: { profile, weaknesses }, sampleUpstreams }) =>
      profile !== 'training' && weaknesses.length + sampleUpstreams.weaknesses.length > 0,
    replace: unchanged,
    says: 'The weaknesses that the workspace names act in the profile training alone: what they would let through is not decided.',
  },
  {
    applies: ({ authorizationServer: { rollRefreshTokens } }) => !rollRefreshTokens,
    replace: unchanged,
    says: 'Refresh tokens do not roll: what one is worth that was replaced (RT-04, RT-05) is not decided, as none ever is.',
  },
  {
    applies: ({ authorizationServer: { sessionLifetimeSeconds } }) => sessionLifetimeSeconds === 0,
    replace: unchanged,
    says: 'No session is kept: how hard codes are to guess (AC-09) is not decided, as no browser gets hundreds of them without signing in again.',
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
