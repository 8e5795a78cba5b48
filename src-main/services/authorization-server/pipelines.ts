import type { AuthorizationServerSettings, Vendor } from '#shared/workspace/index.ts';
import type { AuthorizePipelines } from './authorize/endpoint.ts';
import { consentPipeline, resumePipeline, signInPipeline } from './authorize/interaction-steps.ts';
import { authorizePipeline } from './authorize/steps.ts';
import { grants } from './grants/index.ts';
import { compilePipeline } from './pipeline.ts';
import type { Runtime } from './runtime.ts';
import type { TokenContext } from './token/context.ts';
import type { TokenPipelines } from './token/endpoint.ts';
import { commonTokenSteps } from './token/steps.ts';
import { activeWeaknesses, authorizeWeaknesses, tokenWeaknesses } from './weaknesses/index.ts';

/** Every pipeline as the settings in force want it. */
export interface CompiledPipelines {
  readonly authorize: AuthorizePipelines;
  readonly token: TokenPipelines;
}

const effect = (context: TokenContext): string => context.effect || 'Nothing issued.';

function compile(settings: AuthorizationServerSettings, vendor: Vendor): CompiledPipelines {
  const weaknesses = activeWeaknesses(tokenWeaknesses, settings);
  const byGrantType = grants.map((grant) => {
    const steps = [...commonTokenSteps, ...grant.steps];
    const definition = { id: `token.${grant.name}`, steps, effect };
    return [grant.grantType(vendor), compilePipeline(definition, weaknesses)] as const;
  });
  return {
    authorize: {
      request: compilePipeline(authorizePipeline, activeWeaknesses(authorizeWeaknesses, settings)),
      resume: compilePipeline(resumePipeline, []),
      signIn: compilePipeline(signInPipeline, []),
      consent: compilePipeline(consentPipeline, []),
    },
    token: {
      byGrantType: new Map(byGrantType),
      other: compilePipeline({ id: 'token', steps: commonTokenSteps, effect }, weaknesses),
    },
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
