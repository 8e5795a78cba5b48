import { compilePipeline, type Pipeline } from '#main/platform/pipeline.ts';
import { grants, tokenGrantIds } from '#shared/oauth/index.ts';
import type { AuthorizationServerSettings, Vendor } from '#shared/workspace/index.ts';
import type { AuthorizePipelines } from './authorize/endpoint.ts';
import {
  choosePipeline,
  consentPipeline,
  resumePipeline,
  signInPipeline,
} from './authorize/interaction-steps.ts';
import { authorizePipeline } from './authorize/steps.ts';
import { grantBehaviours } from './grants/index.ts';
import { callbackPipeline, type ProviderPipelines, postedPipeline } from './identity-providers/endpoint.ts';
import { providerPipeline } from './identity-providers/redirect-to-provider-steps.ts';
import { introspectionPipeline } from './introspection/steps.ts';
import type { PushContext } from './push/context.ts';
import { pushPipeline } from './push/steps.ts';
import { type GuardContext, requestGuard } from './request-guard.ts';
import { revocationPipeline } from './revocation/steps.ts';
import type { Runtime } from './runtime.ts';
import type { SelfServicePipelines } from './self-service/endpoint.ts';
import {
  selfServiceRevokePipeline,
  selfServiceSignInPipeline,
  selfServiceSignOutPipeline,
} from './self-service/steps.ts';
import type { BackContext, TokenContext } from './token/context.ts';
import { commonTokenSteps, type TokenPipelines } from './token/endpoint.ts';
import type { UserinfoContext } from './userinfo/context.ts';
import { userinfoPipeline } from './userinfo/endpoint.ts';
import {
  activeWeaknesses,
  authorizeWeaknesses,
  backWeaknesses,
  documentBackWeaknesses,
  documentPageWeaknesses,
  documentWeaknesses,
  frontWeaknesses,
  interactionWeaknesses,
  pushWeaknesses,
  requestGuardWeaknesses,
  tokenWeaknesses,
  userinfoWeaknesses,
} from './weaknesses/index.ts';

/** Every pipeline as the settings in force want it. */
export interface CompiledPipelines {
  readonly authorize: AuthorizePipelines;
  readonly provider: ProviderPipelines;
  readonly token: TokenPipelines;
  readonly push: Pipeline<PushContext>;
  readonly introspection: Pipeline<BackContext>;
  readonly revocation: Pipeline<BackContext>;
  readonly userinfo: Pipeline<UserinfoContext>;
  readonly selfService: SelfServicePipelines;
  readonly requestGuard: Pipeline<GuardContext>;
}

const effect = (context: TokenContext): string => context.effect || 'Nothing was issued.';

function compile(settings: AuthorizationServerSettings, vendor: Vendor): CompiledPipelines {
  const ofDocuments = activeWeaknesses(documentWeaknesses, settings);
  const ofDocumentClients = [...ofDocuments, ...activeWeaknesses(documentBackWeaknesses, settings)];
  const weaknesses = [...activeWeaknesses(tokenWeaknesses, settings), ...ofDocumentClients];
  const ofFront = [
    ...activeWeaknesses(frontWeaknesses, settings),
    ...activeWeaknesses(documentPageWeaknesses, settings),
    ...ofDocuments,
  ];
  const ofPages = [...activeWeaknesses(interactionWeaknesses, settings), ...ofFront];
  const ofBack = [...activeWeaknesses(backWeaknesses, settings), ...ofDocumentClients];
  const byGrantType = tokenGrantIds.map((id) => {
    const steps = [...commonTokenSteps, ...grantBehaviours[id].steps];
    const definition = { id: `token.${id}`, steps, effect };
    return [grants[id].grantType(vendor.urn), compilePipeline(definition, weaknesses)] as const;
  });
  const usingUp = tokenGrantIds.filter((id) => grantBehaviours[id].usesUp);
  return {
    authorize: {
      request: compilePipeline(authorizePipeline, [
        ...activeWeaknesses(authorizeWeaknesses, settings),
        ...ofFront,
      ]),
      resume: compilePipeline(resumePipeline, ofPages),
      choose: compilePipeline(choosePipeline, ofPages),
      provider: compilePipeline(providerPipeline, ofPages),
      signIn: compilePipeline(signInPipeline, ofPages),
      consent: compilePipeline(consentPipeline, ofPages),
    },
    provider: {
      posted: compilePipeline(postedPipeline, ofPages),
      callback: compilePipeline(callbackPipeline, ofPages),
    },
    token: {
      byGrantType: new Map(byGrantType),
      usingUp: new Set(usingUp.map((id) => grants[id].grantType(vendor.urn))),
      other: compilePipeline({ id: 'token', steps: commonTokenSteps, effect }, weaknesses),
    },
    push: compilePipeline(pushPipeline, [
      ...activeWeaknesses(authorizeWeaknesses, settings),
      ...activeWeaknesses(pushWeaknesses, settings),
      ...ofDocumentClients,
    ]),
    introspection: compilePipeline(introspectionPipeline, ofBack),
    revocation: compilePipeline(revocationPipeline, ofBack),
    selfService: {
      signIn: compilePipeline(selfServiceSignInPipeline, []),
      revoke: compilePipeline(selfServiceRevokePipeline, []),
      signOut: compilePipeline(selfServiceSignOutPipeline, []),
    },
    userinfo: compilePipeline(userinfoPipeline, activeWeaknesses(userinfoWeaknesses, settings)),
    requestGuard: compilePipeline(requestGuard, activeWeaknesses(requestGuardWeaknesses, settings)),
  };
}

/** The pipelines in force, compiled anew only where the settings or the vendor changed. */
export function createPipelines(runtime: Runtime): () => CompiledPipelines {
  let settings = runtime.settings();
  let vendor = runtime.vendor();
  let compiled = compile(settings, vendor);
  return () => {
    const settingsNow = runtime.settings();
    const vendorNow = runtime.vendor();
    if (settingsNow !== settings || vendorNow !== vendor) {
      settings = settingsNow;
      vendor = vendorNow;
      compiled = compile(settings, vendor);
    }
    return compiled;
  };
}
