export { dpopChallenge, dpopFields, nonceHeader } from './challenge.ts';
export {
  createDpopState,
  type DpopContext,
  type DpopError,
  type DpopProof,
  type DpopState,
  type ResourcePlace,
} from './proof.ts';
export { addressesOf } from './request-uri.ts';
export { boundTokenSteps, proofSteps } from './steps.ts';
