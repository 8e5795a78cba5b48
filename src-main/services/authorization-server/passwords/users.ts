import { userSubject } from '../subject.ts';
import type { Validate } from './validator.ts';

/** Compares with the password, or the PIN, in a user's file. */
export const validateUser: Validate<'users'> = async (runtime, settings, { username, secret }, nowMillis) => {
  const registrations = runtime.registrations();
  const user = registrations.user(username);
  // An unknown name costs a comparison too, so that response times do not reveal which names exist.
  const compared = user ?? registrations.users()[0];
  const verify = settings.credential === 'pin' ? compared?.verifyPin : compared?.verifyPassword;
  const matches = (await verify?.(secret)) ?? false;
  if (user === undefined) return { outcome: 'invalid', why: 'The user does not exist.' };
  if (!matches) return { outcome: 'invalid', why: `The ${settings.credential} is wrong.` };
  return {
    outcome: 'ok',
    subject: userSubject(user, nowMillis, [settings.credential === 'pin' ? 'pin' : 'pwd']),
  };
};
