import type { SeededEntity } from '../state/entities.ts';
import { seededId } from './ids.ts';

const policyKinds = { password: 5, deviceAuthentication: 6 } as const;

/** How passcodes of each method are, until somebody says otherwise. */
const otp = {
  refresh: { duration: 30, timeUnit: 'SECONDS' },
  lifeTime: { duration: 5, timeUnit: 'MINUTES' },
  failure: { count: 3, coolDown: { duration: 2, timeUnit: 'MINUTES' } },
};

/** The policies that every environment has. */
export function seedPolicies(): readonly SeededEntity[] {
  const method = { enabled: true, otp };
  return [
    {
      list: 'passwordPolicies',
      id: seededId(policyKinds.password, 1),
      value: { name: 'Standard', default: true, length: { min: 8, max: 255 } },
    },
    {
      list: 'deviceAuthenticationPolicies',
      id: seededId(policyKinds.deviceAuthentication, 1),
      value: {
        name: 'Default MFA Policy',
        default: true,
        sms: method,
        email: method,
        voice: method,
        totp: method,
        mobile: method,
      },
    },
  ];
}
