export type { TokenFacts } from './ports.ts';
export {
  createPlatformSandbox,
  type PlatformSandbox,
} from './sandbox.ts';
export { sandboxAgreementId } from './seed/agreements.ts';
export { sandboxEnvironmentId, sandboxUserId } from './seed/ids.ts';
