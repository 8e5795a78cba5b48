import { z } from 'zod';
import {
  type Collection,
  collectionRoutes,
  entityOf,
  type Given,
  showEntity,
  storeEntity,
} from '../collection.ts';
import type { Route } from '../context.ts';
import { type PlatformContext, param } from '../context.ts';
import { deviceTypes, rulesOf } from '../device-policy.ts';
import { invalidData, invalidValue, notFound, tooMany } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { isoTime } from '../ids.ts';
import { readInput } from '../input.ts';
import { devicesOf, sendPasscode, takePasscode, withoutFailures } from '../passcodes.ts';
import { type Singleton, settingsOf, singletonRoutes } from '../singleton.ts';
import { type Entity, type JsonObject, textOf } from '../state/entities.ts';

const settings: Singleton<{ readonly pairing: { readonly maxAllowedDevices: number } }> = {
  path: '/mfaSettings',
  activity: 'MFA_SETTINGS',
  schema: z.object({
    pairing: z.object({ maxAllowedDevices: z.int().min(1).max(15) }).default({ maxAllowedDevices: 5 }),
  }),
};

const nickname = z.string().min(1).max(100);
const schema = z.object({
  type: z.enum(deviceTypes),
  phone: z
    .string()
    .regex(/^\+?[\d. ]{5,20}$/)
    .optional(),
  email: z.email().optional(),
  nickname: nickname.optional(),
  policy: z.object({ id: z.string().min(1) }).optional(),
});
type Device = z.output<typeof schema>;

const devices: Collection<Device> = {
  path: '/users/{user}/devices',
  name: 'device',
  activity: 'DEVICE',
  calls: ['list', 'create', 'read', 'remove'],
  rateGroup: 'directoryWrite',
  schema,
  accept(given) {
    checkCount(given);
    checkAddress(given);
    const { context, value } = given;
    if (!rulesOf(context, value.policy?.id ?? null, value.type).isEnabled)
      throw invalidValue('type', `The policy does not allow devices of the type ${value.type}.`);
    const status = value.type === 'MOBILE' ? 'ACTIVE' : 'ACTIVATION_REQUIRED';
    return { ...(value as unknown as JsonObject), status };
  },
  stored({ context, list, id }) {
    const device = context.state.entities.get(list, id);
    if (device?.value['status'] === 'ACTIVATION_REQUIRED') sendPasscode(context, device);
  },
  shown: (context) => ({ user: { id: param(context, 'user') } }),
};

const one = '/environments/{env}/users/{user}/devices/{device}';

/** Devices of users for multi-factor authentication. Spec 3 §2, §7, §8 */
export const deviceRoutes: readonly Route[] = [
  ...singletonRoutes(settings),
  ...collectionRoutes(devices),
  {
    method: 'POST',
    path: one,
    rateGroup: 'directoryWrite',
    action: 'device.activate',
    async perform(context) {
      const { otp } = readInput(z.object({ otp: z.string().min(1).max(20) }), context.body);
      const device = entityOf(devices, context);
      if (device.value['status'] !== 'ACTIVATION_REQUIRED')
        throw invalidValue('status', 'The device is already active.');
      await takePasscode(context, param(context, 'user'), device, otp);
      const value = { ...withoutFailures(device.value), status: 'ACTIVE' };
      return stored(context, 'DEVICE.ACTIVATED', device.id, value);
    },
  },
  {
    method: 'PUT',
    path: `${one}/nickname`,
    rateGroup: 'directoryWrite',
    perform(context) {
      const given = readInput(z.object({ nickname }), context.body);
      const { id, value } = entityOf(devices, context);
      return stored(context, 'DEVICE.UPDATED', id, { ...value, ...given });
    },
  },
  // An extension: a rehearsal sends no messages, so here is what the user would have been sent.
  {
    method: 'GET',
    path: `${one}/otp`,
    rateGroup: 'directoryRead',
    perform(context) {
      const { id } = entityOf(devices, context);
      const sent = context.state.passcodes.get(id);
      if (sent === undefined) throw notFound('passcode of the device', id);
      return jsonResponse(200, { otp: sent.value, sentAt: isoTime(sent.sentAtMillis) });
    },
  },
];

async function stored(context: PlatformContext, type: string, id: string, value: JsonObject) {
  const entity: Entity = storeEntity(context, type, devicesOf(param(context, 'user')), id, value);
  await context.ports.records.commit();
  return jsonResponse(200, showEntity(devices, context, entity));
}

function checkCount({ context, list }: Given<Device>): void {
  const { maxAllowedDevices } = settingsOf(settings, context).pairing;
  if (context.state.entities.all(list).length >= maxAllowedDevices)
    throw tooMany('devices', `A user has at most ${maxAllowedDevices} devices.`, maxAllowedDevices);
}

function checkAddress({ value, context }: Given<Device>): void {
  const target = value.type === 'EMAIL' ? 'email' : 'phone';
  const isNeeded = value.type === 'EMAIL' || value.type === 'SMS' || value.type === 'VOICE';
  if (isNeeded && textOf(context.body, target) === '')
    throw invalidData([
      { code: 'REQUIRED_VALUE', target, message: `${target} is required for ${value.type}.` },
    ]);
}
