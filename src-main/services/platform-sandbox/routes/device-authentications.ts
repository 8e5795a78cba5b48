import { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import { type Collection, collectionRoutes, entityOf, showEntity, storeEntity } from '../collection.ts';
import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext } from '../context.ts';
import { invalidValue } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { readInput } from '../input.ts';
import { devicesOf, sendPasscode, takePasscode, withoutFailures } from '../passcodes.ts';
import { type Entity, type JsonObject, textOf } from '../state/entities.ts';

const reference = z.object({ id: z.string().min(1) });
const schema = z.object({ user: reference, selectedDevice: reference });

const authentications: Collection<z.output<typeof schema>> = {
  path: '/deviceAuthentications',
  name: 'deviceAuthentication',
  activity: 'DEVICE_AUTHENTICATION',
  calls: ['create', 'read'],
  rateGroup: 'directoryWrite',
  schema,
  accept({ context, value }) {
    const device = deviceOf(context, value.user.id, value.selectedDevice.id);
    if (device.value['status'] !== 'ACTIVE')
      throw invalidValue('selectedDevice.id', 'The device is not active.');
    sendPasscode(context, device);
    return { ...value, status: 'OTP_REQUIRED' };
  },
  shown: (context, { id }) => ({
    _links: {
      self: { href: `${environmentUrl(context)}/deviceAuthentications/${id}` },
      'otp.check': { href: `${environmentUrl(context)}/deviceAuthentications/${id}` },
    },
  }),
};

/** Authentication with a device, past any sign-on. Spec 3 §7 */
export const deviceAuthenticationRoutes: readonly Route[] = [
  ...collectionRoutes(authentications),
  {
    method: 'POST',
    path: '/environments/{env}/deviceAuthentications/{deviceAuthentication}',
    rateGroup: 'directoryWrite',
    action: 'otp.check',
    perform: checkPasscode,
  },
];

async function checkPasscode(context: PlatformContext): Promise<HttpResponse> {
  const { otp } = readInput(z.object({ otp: z.string().min(1).max(20) }), context.body);
  const { id, value } = entityOf(authentications, context);
  if (value['status'] !== 'OTP_REQUIRED') throw invalidValue('status', 'No passcode is requested.');
  const { user, selectedDevice } = schema.parse(value);
  const device = deviceOf(context, user.id, selectedDevice.id);
  await takePasscode(context, user.id, device, otp);
  const done: JsonObject = { ...value, status: 'COMPLETED' };
  const type = `${authentications.activity}.COMPLETED`;
  const entity = storeEntity(context, type, 'deviceAuthentications', id, done);
  if (device.value['failures'] !== undefined || device.value['blockedUntil'] !== undefined)
    storeEntity(context, 'DEVICE.UPDATED', devicesOf(user.id), device.id, withoutFailures(device.value));
  await context.ports.records.commit();
  return jsonResponse(200, showEntity(authentications, context, entity));
}

function deviceOf({ state }: PlatformContext, userId: string, deviceId: string): Entity {
  const device = state.entities.get(devicesOf(userId), deviceId);
  if (device === undefined || textOf(device.value, 'type') === '')
    throw invalidValue('selectedDevice.id', `The user has no device ${deviceId}.`);
  return device;
}
