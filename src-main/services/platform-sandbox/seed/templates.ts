import type { SeededEntity } from '../state/entities.ts';

const methods = ['Email', 'SMS', 'Voice', 'Push'];

/**
 * Templates of notifications, by their present ids; the successor of an older one names it. Spec 3 §4.2, §9
 */
const templates = [
  { id: 'verification_code_template', displayName: 'Verification code', variables: ['otp', 'code.value'] },
  { id: 'recovery_code_template', displayName: 'Recovery code', variables: ['otp', 'code.value'] },
  { id: 'strong_authentication', displayName: 'Strong authentication', variables: ['otp'] },
  { id: 'device_pairing', displayName: 'Device pairing', variables: ['otp'] },
  { id: 'new_device_paired', displayName: 'New device paired', variables: ['device.type'] },
  { id: 'transaction', displayName: 'Transaction approval', variables: ['otp', 'transaction.amount'] },
  { id: 'general', displayName: 'General', variables: [] },
  { id: 'offline_pairing', displayName: 'Pairing (old)', variables: ['otp'], replacedBy: 'device_pairing' },
  {
    id: 'offline_authentication',
    displayName: 'Authentication (old)',
    variables: ['otp'],
    replacedBy: 'strong_authentication',
  },
];
const everywhere = ['user.name.given', 'user.name.family', 'user.username', 'user.email', 'companyname'];

/** The templates that every environment has. */
export function seedTemplates(): readonly SeededEntity[] {
  return templates.map(({ id, variables, ...template }) => ({
    list: 'templates',
    id,
    value: { ...template, deliveryMethods: methods, variables: [...everywhere, ...variables] },
  }));
}
