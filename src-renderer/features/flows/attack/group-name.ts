import type { AttackGroup } from '#shared/api/index.ts';
import { attackMessages } from './words.ts';

/** The name of a group of cases: by its letter in the catalogue, or as one of the workspace. */
export function groupName({ group, title, own }: Pick<AttackGroup, 'group' | 'title' | 'own'>): string {
  return own === null ? `${group} ${title}` : attackMessages.attacks.ownGroup(title);
}
