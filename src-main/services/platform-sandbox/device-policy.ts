import { z } from 'zod';
import type { PlatformContext } from './context.ts';
import { invalidValue } from './failure.ts';

/** A duration as the platform writes it. */
const durationSchema = z.object({
  duration: z.int().min(0).max(3_600),
  timeUnit: z.enum(['SECONDS', 'MINUTES']),
});

/** How passcodes of a method are. Spec 3 §8 */
const otpSchema = z.object({
  /** Within it, asking again brings the same passcode. */
  refresh: durationSchema,
  /** How long a passcode is good. */
  lifeTime: durationSchema,
  failure: z.object({
    /** Wrong passcodes after which the device is blocked. */
    count: z.int().min(1).max(7),
    /** How long it is blocked. */
    coolDown: durationSchema,
  }),
});
const methodSchema = z.object({ enabled: z.boolean(), otp: otpSchema });

export const devicePolicySchema = z.object({
  name: z.string().min(1).max(256),
  default: z.boolean().default(false),
  sms: methodSchema,
  email: methodSchema,
  voice: methodSchema,
  totp: methodSchema,
  mobile: methodSchema,
});
export type DevicePolicy = z.output<typeof devicePolicySchema>;

/** Types of devices, and the policy method of each. */
export const deviceTypes = ['SMS', 'EMAIL', 'VOICE', 'TOTP', 'MOBILE'] as const;
export type DeviceType = (typeof deviceTypes)[number];

const methods = { SMS: 'sms', EMAIL: 'email', VOICE: 'voice', TOTP: 'totp', MOBILE: 'mobile' } as const;

/** Rules that the passcodes of a device have to keep to, in milliseconds. */
export interface PasscodeRules {
  readonly isEnabled: boolean;
  readonly refreshMillis: number;
  readonly lifeTimeMillis: number;
  readonly attempts: number;
  readonly blockMillis: number;
}

/** Rules of a policy for a type of device; without an id those of the default policy. @throws PlatformError INVALID_VALUE */
export function rulesOf(
  { state }: PlatformContext,
  policyId: string | null,
  type: DeviceType,
): PasscodeRules {
  const all = state.entities.all('deviceAuthenticationPolicies');
  const policy = all.find(({ id, value }) =>
    policyId === null ? value['default'] === true : id === policyId,
  );
  if (policy === undefined) throw invalidValue('policy.id', `The policy ${policyId ?? ''} does not exist.`);
  const { enabled, otp } = devicePolicySchema.parse(policy.value)[methods[type]];
  return {
    isEnabled: enabled,
    refreshMillis: millisOf(otp.refresh),
    lifeTimeMillis: millisOf(otp.lifeTime),
    attempts: otp.failure.count,
    blockMillis: millisOf(otp.failure.coolDown),
  };
}

function millisOf({ duration, timeUnit }: z.output<typeof durationSchema>): number {
  return duration * (timeUnit === 'MINUTES' ? 60_000 : 1_000);
}
