import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { guardStep } from '../responses.ts';
import type { RegistrationContext } from './context.ts';
import { deleteStep, readStep, registerStep, updateNamesStep, updateStep } from './keeping-steps.ts';
import { metadataSteps } from './metadata-steps.ts';
import { admissionSteps, holderSteps } from './token-steps.ts';

function pipeline(
  id: string,
  clause: string,
  steps: readonly Step<RegistrationContext>[],
): PipelineDefinition<RegistrationContext> {
  return {
    id,
    steps: [guardStep('Response is not cacheable', clause), ...steps],
    effect: ({ effect }) => effect || 'Nothing was stored.',
  };
}

/** A client registers itself. RFC 7591 §3 */
export const registerPipeline = pipeline('register', 'RFC 7591 §3.2.1', [
  ...admissionSteps,
  ...metadataSteps,
  registerStep,
]);

/** A client manages its registration: an update passes every check of a registration. RFC 7592 §2 */
export const managePipelines = {
  GET: pipeline('register.read', 'RFC 7592 §3', [...holderSteps, readStep]),
  PUT: pipeline('register.update', 'RFC 7592 §3', [
    ...holderSteps,
    ...metadataSteps.slice(0, 1),
    updateNamesStep,
    ...metadataSteps.slice(1),
    updateStep,
  ]),
  DELETE: pipeline('register.delete', 'RFC 7592 §3', [...holderSteps, deleteStep]),
} as const;
