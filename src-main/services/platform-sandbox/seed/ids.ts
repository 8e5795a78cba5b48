export { sandboxEnvironmentId } from '#shared/workspace/sandbox.ts';

export const sandboxOrganizationId = '1c7f3a92-50d8-4b6e-9e41-7a08d2c4b613';
export const sandboxLicenseId = '4b2d8e61-93ac-4d57-8f10-c5e7a9360d24';
export const sandboxPopulationId = '6e0a47d3-2f85-4c19-b7d2-81f4c3a5960e';

const userPrefix = '5e1f0c3a-7b42-4d90-8000-';

/** Id of the user with a number, from 1. */
export function sandboxUserId(number: number): string {
  return `${userPrefix}${number.toString(16).padStart(12, '0')}`;
}

/** Number of a user that the sandbox began with; 0: the id is none of theirs. */
export function userNumberOf(id: string): number {
  return id.startsWith(userPrefix) && id.length === 36
    ? Number.parseInt(id.slice(userPrefix.length), 16) || 0
    : 0;
}

/** Id of a thing that the sandbox began with, from its kind and number. */
export function seededId(kind: number, number: number): string {
  const [high, low] = [kind, number].map((each) => each.toString(16));
  return `${(high ?? '').padStart(8, 'a')}-5eed-4000-8000-${(low ?? '').padStart(12, '0')}`;
}
