import {
  createHostMatcher,
  createLinter,
  type Linter,
  type ReaderContext,
} from '#main/services/contract/pure/index.ts';
import { type ContractHistory } from '#shared/contract/index.ts';
import type { Variables } from '#shared/workspace/index.ts';

/** Facts about a workspace for linting its work: plain data that goes to another thread. */
export interface LintContext {
  readonly platformUrls: readonly string[];
  readonly authorizationUrls: readonly string[];
  /** Base URLs of the other services of the workspace: none of them is the platform. */
  readonly ownUrls: readonly string[];
  /** Values of `&{name}`. */
  readonly variables: Variables;
  /** Registered clients: whether they have no secret. */
  readonly publicClients: Readonly<Record<string, boolean>>;
  /** Issuers of the targets of flows. */
  readonly issuers: Readonly<Record<string, string>>;
  /** Platforms that consents are loaded into. */
  readonly platforms: Readonly<Record<string, { readonly baseUrl: string; readonly environmentId: string }>>;
  /** The vendor's part of media types. */
  readonly mediaType: string;
  /** Requests a second that platforms allow, by their host names. */
  readonly limitsPerSecond: Readonly<Record<string, number>>;
  readonly nowMillis: number;
}

/** A linter and the data of its readers. */
export interface LintSession {
  readonly linter: Linter;
  readonly reader: ReaderContext;
}

/** Makes what lints by a context. */
export function openLintSession(history: ContractHistory, context: LintContext): LintSession {
  const { mediaType, nowMillis, limitsPerSecond } = context;
  const known = <T>(of: Readonly<Record<string, T>>, name: string): T | null =>
    Object.hasOwn(of, name) ? (of[name] ?? null) : null;
  return {
    linter: createLinter({
      history,
      mediaType,
      nowMillis,
      limitPerSecond: (hostName) => (hostName === null ? null : known(limitsPerSecond, hostName)),
    }),
    reader: {
      hosts: createHostMatcher({
        platform: context.platformUrls,
        authorization: context.authorizationUrls,
      }),
      variables: context.variables,
      mediaType,
      isPublicClient: (clientId) => known(context.publicClients, clientId),
      issuerOf: (target) => known(context.issuers, target),
      platformOf: (target) => known(context.platforms, target),
    },
  };
}
