import { storeEntity } from './collection.ts';
import type { PlatformContext } from './context.ts';
import { type DeviceType, type PasscodeRules, rulesOf } from './device-policy.ts';
import { invalidData, PlatformError } from './failure.ts';
import { isoTime } from './ids.ts';
import { type Entity, type JsonObject, textOf } from './state/entities.ts';

const digits = 6;

/** The list of a user's devices. */
export function devicesOf(userId: string): string {
  return `users/${userId}/devices`;
}

/** The rules of a device's policy. */
export function rulesOfDevice(context: PlatformContext, { value }: Entity): PasscodeRules {
  const policy = value['policy'] as JsonObject | undefined;
  return rulesOf(
    context,
    policy === undefined ? null : textOf(policy, 'id'),
    textOf(value, 'type') as DeviceType,
  );
}

/** Sends a passcode: within the refresh time the same one again. @throws PlatformError where the device is blocked */
export function sendPasscode(context: PlatformContext, device: Entity): void {
  const { state, nowMillis, ports } = context;
  const { refreshMillis, lifeTimeMillis } = rulesOfDevice(context, device);
  checkBlock(context, device);
  const known = state.passcodes.get(device.id);
  if (known !== undefined && nowMillis - known.sentAtMillis < Math.min(refreshMillis, lifeTimeMillis)) return;
  const drawn = Buffer.from(ports.random.bytes(4)).readUInt32BE() % 10 ** digits;
  state.passcodes.set(device.id, { value: String(drawn).padStart(digits, '0'), sentAtMillis: nowMillis });
}

/**
 * Takes a passcode, once; a wrong one counts, and the last that counts blocks the device. The caller commits.
 * @throws PlatformError INVALID_OTP, which says how many attempts remain
 */
export async function takePasscode(
  context: PlatformContext,
  userId: string,
  device: Entity,
  given: string,
): Promise<void> {
  const { state, nowMillis } = context;
  const { lifeTimeMillis, attempts, blockMillis } = rulesOfDevice(context, device);
  checkBlock(context, device);
  const sent = state.passcodes.get(device.id);
  const isExpired = sent === undefined || nowMillis - sent.sentAtMillis >= lifeTimeMillis;
  if (!isExpired && sent.value === given) {
    state.passcodes.delete(device.id);
    return;
  }
  if (isExpired) throw wrong('The passcode has expired. Request another one.', remainingOf(device, attempts));
  const remaining = remainingOf(device, attempts) - 1;
  const isBlocked = remaining <= 0;
  const block = isBlocked
    ? { failures: 0, blockedUntil: isoTime(nowMillis + blockMillis) }
    : { failures: attempts - remaining };
  if (isBlocked) state.passcodes.delete(device.id);
  const type = isBlocked ? 'DEVICE.BLOCKED' : 'OTP_CHECK.FAILED';
  storeEntity(context, type, devicesOf(userId), device.id, { ...device.value, ...block });
  await context.ports.records.commit();
  throw wrong('The passcode is wrong.', Math.max(0, remaining));
}

/** Returns a device after a right passcode: without the members that count failures or block it. */
export function withoutFailures(value: JsonObject): JsonObject {
  const { failures: _failures, blockedUntil: _blockedUntil, ...rest } = value;
  return rest;
}

function remainingOf({ value: { failures } }: Entity, attempts: number): number {
  // The policy may allow fewer by now than there were.
  return Math.max(0, attempts - (typeof failures === 'number' ? failures : 0));
}

function checkBlock({ nowMillis }: PlatformContext, { value }: Entity): void {
  const until = textOf(value, 'blockedUntil');
  if (until === '' || Date.parse(until) <= nowMillis) return;
  throw new PlatformError(400, 'REQUEST_FAILED', `The device is blocked until ${until}.`, {
    details: [{ code: 'DEVICE_BLOCKED', target: 'device', message: `The device is blocked until ${until}.` }],
  });
}

function wrong(message: string, attemptsRemaining: number): PlatformError {
  const left = `${attemptsRemaining} ${attemptsRemaining === 1 ? 'attempt' : 'attempts'} remaining.`;
  return invalidData([
    { code: 'INVALID_OTP', target: 'otp', message: `${message} ${left}`, innerError: { attemptsRemaining } },
  ]);
}
