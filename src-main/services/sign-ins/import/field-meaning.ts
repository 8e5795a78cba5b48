import type { FieldMeaning } from '#shared/sign-ins/index.ts';
import { splitSelector } from './hidden-values.ts';
import type { RecordedStep } from './recording.ts';
import type { TypedField } from './typed-fields.ts';

/** Somebody who can sign in at the target. */
export interface KnownUser {
  readonly username: string;
  readonly password: string | null;
}

const passwordName =
  /passwor[dt]|passwd|\bpwd\b|pass-?phrase|kennwort|mot de passe|contraseñ|senha|wachtwoord|パスワード|密码|密碼|비밀번호/i;
const codeName =
  /otp|one-?time|2fa|mfa|verification|authenticator|pass-?code|\bcode\b|[-_]code|code[-_]|einmal|bestätigungscode|確認コード|認証コード/i;
const userName =
  /user|login|e-?mail|account|identifier|benutzer|anmeldename|nutzer|konto|utilisateur|usuario|ユーザー|メール|アカウント|用户|账号/i;
const code = /^\d{4,10}$/;

/** The meaning of a typed text by its field and by the values of the target's users; null: nothing tells. */
export function meaningOf({ field, value }: TypedField, users: readonly KnownUser[]): FieldMeaning | null {
  if (users.some(({ password }) => password === value)) return 'password';
  const names = fieldNames(field);
  const is = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (is(passwordName) && !is(/one-?time|otp/i)) return 'password';
  if (users.some(({ username }) => username.toLowerCase() === value.toLowerCase())) return 'username';
  if (is(codeName)) return code.test(value) ? 'code' : null;
  return is(userName) ? 'username' : null;
}

/** True if the field itself says that a password belongs there. */
export function isPasswordField(field: RecordedStep): boolean {
  return fieldNames(field).some((name) => passwordName.test(name));
}

/** Most likely meaning of a text that nothing tells, for a question. */
export function likelyMeaning(value: string): FieldMeaning {
  if (/^\d{6,8}$/.test(value)) return 'code';
  return 'text';
}

/** The shape of a value, as far as it may be said of a secret: what kind of characters, and how many. */
export function shapeOf(value: string): 'digits' | 'characters' {
  return /^\d+$/.test(value) ? 'digits' : 'characters';
}

/** The names that the selectors give the element itself: those of the forms around it would mislead. */
function fieldNames({ selectors = [] }: RecordedStep): readonly string[] {
  return selectors.map((way) => {
    const last = typeof way === 'string' ? way : (way.at(-1) ?? '');
    const [kind, rest] = splitSelector(last);
    if (kind === 'aria/' || kind === 'text/') return rest;
    return rest.slice(lastBreak(rest) + 1);
  });
}

/** Where the last element of a path begins: after a blank, `>` or `/` outside of brackets. */
function lastBreak(path: string): number {
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const character = path.charAt(at);
    if (character === ']' || character === ')') depth += 1;
    else if (character === '[' || character === '(') depth -= 1;
    else if (depth === 0 && /[\s>/]/.test(character)) return at;
  }
  return -1;
}
