import type { PlayTarget } from '#main/services/flow-player/index.ts';
import type { FlowKind } from '#shared/api/index.ts';
import { type FlowDefinition, flowDefinitions, usualParameters, usualResource } from '#shared/flows/index.ts';
import { prepareFlow, suitableClients } from './setup.ts';

/** Every flow, with the clients of a server that it can be run with; null: the server does not run. */
export function flowKinds(target: PlayTarget | null, callback: string | null): readonly FlowKind[] {
  return flowDefinitions.map((definition) => {
    const { kind, title, group, needsUser, needsBrowser, worksOn, beginsAtResource = false } = definition;
    const suitable = target === null ? [] : suitableClients(definition, target);
    return {
      kind,
      title,
      group,
      needsUser,
      needsBrowser,
      worksOn,
      beginsAtResource,
      suitableClients: [...suitable],
      steps: target === null ? [] : heldSteps(definition, target, suitable[0], callback),
    };
  });
}

const ordinary = {
  authentication: null,
  tokenPlace: 'header',
  responseType: null,
  responseMode: null,
  token: null,
  parameters: usualParameters,
  isSigned: false,
  isPushed: null,
  isBound: false,
  resource: usualResource,
} as const;

/** Steps at which a run of the flow can be held. */
function heldSteps(
  definition: FlowDefinition,
  target: PlayTarget,
  clientId: string | undefined,
  callback: string | null,
): FlowKind['steps'] {
  if (clientId === undefined) return [];
  const start = { clientId, username: null, options: ordinary, browser: 'unattended' } as const;
  const { script } = prepareFlow(definition, target, start, callback);
  return script.steps.flatMap((step) =>
    'request' in step ? [{ id: step.id, title: `${step.request.method} ${step.request.path}` }] : [],
  );
}
