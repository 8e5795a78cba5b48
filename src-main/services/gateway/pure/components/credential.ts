import type { BasicCredential, FilterNode } from '#shared/gateway/types.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import type { SecretValue } from '#shared/workspace/secret.ts';
import { secretNamePattern } from '#shared/workspace/secret.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { configOf, type Members } from '../reading/members.ts';

/**
 * A name with its password: `passwordSecretId` names a stored secret, as the secret stores of the products do by an
 * id; `password` holds a reference or the text itself.
 */
export function readCredential(members: Members): BasicCredential | null {
  const username = members.has('username')
    ? members.text('username')
    : members.missing('username', 'the user name');
  const password = readPassword(members);
  return username === null || password === null ? null : { username, password };
}

function readPassword(members: Members): SecretValue | null {
  if (members.has('passwordSecretId')) {
    const name = members.text('passwordSecretId');
    if (name === null || secretNamePattern.test(name)) return name === null ? null : { $secret: name };
    return reportInvalid(
      members.context,
      members.at('passwordSecretId'),
      'The secret name is not valid.',
      'Use letters, digits, “.”, “_” and “-”.',
    );
  }
  const password = members.raw('password');
  if (password === undefined) return members.missing('passwordSecretId', 'the name of a stored secret');
  if (typeof password === 'string' && password !== '') return password;
  if (isJsonObject(password) && ('$secret' in password || '$crypto' in password))
    return password as unknown as SecretValue;
  return reportInvalid(
    members.context,
    members.at('password'),
    'The value is not a secret.',
    'Use { "$secret": "name" } or &{name}.',
  );
}

/** Reads an HttpBasicAuthenticationClientFilter. */
export function readBasicFilter(context: ReadContext, declaration: Declaration): FilterNode | null {
  const members = configOf(context, declaration, {
    known: ['username', 'password', 'passwordSecretId', 'secretsProvider'],
    ignored: ['urlEncodeCredentials'],
  });
  const config = readCredential(members);
  if (config === null) return null;
  const { name, path } = declaration;
  return { type: 'HttpBasicAuthenticationClientFilter', name, pointer: toPointer(path), config };
}
