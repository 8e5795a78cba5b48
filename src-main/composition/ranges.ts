import {
  type ConfiguredCopy,
  configuredCopy,
  makeHostTrust,
  type RangeParts,
  type RangePolicy,
} from '#main/services/attacks/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { settingsOfProfile } from '#shared/workspace/index.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import type { Gate } from '../platform/gate.ts';
import { weaknessCatalogue } from '../services/authorization-server/index.ts';
import type { DebuggerIssuer } from '../services/flow-player/index.ts';
import { generateIssuerKeys } from '../services/saml/index.ts';
import { createMemoryStorage } from '../services/storage/index.ts';
import { loadWorkspace, openWorkspaceManifest, type Workspace } from '../workspace/index.ts';
import { once } from './deferred.ts';
import { composeRangeGateway } from './range-gateway.ts';

/** Dependencies from which ranges are made. */
export interface RangeSources {
  /** The workspace that every range is registered with. */
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly record: RecordExchange;
  readonly gate: Gate;
  readonly refusesValidator: (url: string) => string | null;
}

/** Reads the range's workspace once; every range of this engine is made from it. */
export function composeRanges({ directory, clock, random, record, gate, refusesValidator }: RangeSources): {
  readonly parts: RangeParts;
  /** The range's own policy under a profile, with weaknesses switched on. */
  readonly policy: (
    profile: RangePolicy['authorizationServer']['profile'],
    weaknesses: Weaknesses,
  ) => RangePolicy;
  /** The policy that a workspace has set, with further weaknesses switched on. */
  readonly asConfigured: (settings: RangePolicy, weaknesses: Weaknesses) => ConfiguredCopy;
} {
  const workspace: Workspace = loadWorkspace(openWorkspaceManifest(directory), () => null);
  const { registrations, credentials, manifest } = workspace;
  const createRecords = () => createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 }).records;
  const issuer = (name: string) => once(() => makeIssuer(name, clock, random));
  return {
    parts: {
      files: { registrations, ...credentials },
      random,
      record,
      gate,
      refusesValidator,
      issuer: issuer('urn:gatehouse:attack-range'),
      otherIssuer: issuer('urn:gatehouse:attack-range:other'),
      createRecords,
      hostTrust: once(() => makeHostTrust(createRecords(), random)),
      vendor: manifest.vendor,
      gateway: composeRangeGateway,
    },
    policy: (profile, { authorizationServer, samples }) => ({
      authorizationServer: {
        ...manifest.services.authorizationServer,
        ...settingsOfProfile(profile),
        weaknesses: [...authorizationServer],
      },
      sampleUpstreams: { ...manifest.services.sampleUpstreams, weaknesses: [...samples] },
    }),
    asConfigured({ authorizationServer, sampleUpstreams }, { authorizationServer: own, samples }) {
      const settings = {
        authorizationServer: {
          ...authorizationServer,
          weaknesses: [...authorizationServer.weaknesses, ...own],
        },
        sampleUpstreams: { ...sampleUpstreams, weaknesses: [...sampleUpstreams.weaknesses, ...samples] },
      };
      return configuredCopy(settings, manifest.services);
    },
  };
}

/** Ids of the weaknesses that are on. */
export interface Weaknesses {
  readonly authorizationServer: readonly string[];
  readonly samples: readonly string[];
}

/** Weaknesses by the server that has them. */
export function chosenWeaknesses(ids: readonly string[]): Weaknesses {
  const own = new Set(weaknessCatalogue.map(({ id }) => id));
  return {
    authorizationServer: ids.filter((id) => own.has(id)),
    samples: ids.filter((id) => !own.has(id)),
  };
}

async function makeIssuer(name: string, clock: Clock, random: Random): Promise<DebuggerIssuer> {
  const { key, cert } = await generateIssuerKeys(name, { clock, random });
  return { name, keyPem: key, certificatePem: cert };
}
