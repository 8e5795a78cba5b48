import { Pool } from 'undici';

/** A person at the remote. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: { readonly given: string; readonly family: string };
  readonly contact: { readonly email: string; readonly phones: readonly { readonly number: string }[] };
  readonly employment: { readonly title: string; readonly hired: string; readonly active: boolean };
}

/** The eight attributes, by code for this one remote. */
export function attributesOf({ login, name, contact, employment }: Person) {
  return {
    __NAME__: login,
    userName: login,
    givenName: name.given,
    sn: name.family,
    mail: contact.email,
    telephoneNumber: contact.phones.map(({ number }) => number),
    description: employment.title,
    hired: employment.hired,
    active: employment.active,
  };
}

/** Reads JSON of the remote. */
export function readerOf(upstream: string): <T>(path: string) => Promise<T> {
  const pool = new Pool(upstream, { connections: 64, pipelining: 1 });
  const headers = {
    accept: 'application/json',
    authorization: 'Bearer token',
    'user-agent': 'BenchConnector',
  };
  return async <T>(path: string) => {
    const { body } = await pool.request({ path, method: 'GET', headers });
    return (await body.json()) as T;
  };
}
