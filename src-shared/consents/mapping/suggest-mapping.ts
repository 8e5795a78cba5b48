import type { Mapping, UserAttribute } from '../job.ts';
import type { MappingSuggestion } from '../types.ts';
import { editDistance } from './edit-distance.ts';
import { shapeShare, type ValueShape } from './value-shape.ts';

type Target = keyof Mapping;

/** Names that columns have elsewhere, and how the values of the target look. */
const targets: Readonly<
  Record<Target, { readonly names: readonly string[]; readonly shapes: readonly ValueShape[] }>
> = {
  user: {
    names: [
      'user',
      'userId',
      'username',
      'user name',
      'login',
      'email',
      'e-mail',
      'mail',
      'email address',
      'externalId',
      'external user',
      'external user id',
      'customer',
      'customer id',
      'person',
      'person id',
      'member id',
      'account',
      'account id',
      'subject',
      'sub',
    ],
    shapes: ['email', 'uuid'],
  },
  agreement: {
    names: [
      'agreement',
      'agreementId',
      'agreement name',
      'consent',
      'consent type',
      'consent name',
      'document',
      'document name',
      'policy',
      'terms',
      'tos',
      'purpose',
    ],
    shapes: ['uuid'],
  },
  language: {
    names: ['language', 'languageId', 'lang', 'locale', 'language code', 'preferred language', 'culture'],
    shapes: ['locale'],
  },
  consentedAt: {
    names: [
      'consentedAt',
      'consent date',
      'consented on',
      'consent time',
      'date',
      'timestamp',
      'accepted',
      'accepted at',
      'accepted on',
      'acceptance date',
      'agreed at',
      'signed at',
      'date of consent',
      'created at',
      'time',
    ],
    shapes: ['date'],
  },
};

interface Match {
  readonly target: Target;
  readonly column: string;
  readonly confidence: number;
  readonly reason: string;
}

/** Suggests which column says what, by the names of the columns first and by how their values look second. */
export function suggestMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): MappingSuggestion {
  const valuesOf = (column: string) => {
    const index = columns.indexOf(column);
    return rows.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
  };
  const all = (Object.keys(targets) as Target[])
    .flatMap((target) => columns.map((column) => match(target, column, valuesOf(column))))
    .filter((each) => each !== null)
    .toSorted((a, b) => b.confidence - a.confidence);
  const chosen: Match[] = [];
  for (const each of all)
    if (!chosen.some(({ target, column }) => target === each.target || column === each.column))
      chosen.push(each);
  const columnOf = (target: Target) => chosen.find((each) => each.target === target)?.column;
  const [user, agreement, language, consentedAt] = [
    columnOf('user'),
    columnOf('agreement'),
    columnOf('language'),
    columnOf('consentedAt'),
  ];
  return {
    mapping: {
      ...(user === undefined
        ? {}
        : { user: { column: user, by: userAttribute(user, valuesOf(user)), through: null } }),
      ...(agreement === undefined
        ? {}
        : { agreement: { column: agreement, by: isMostly(valuesOf(agreement), 'uuid') ? 'id' : 'name' } }),
      ...(language === undefined
        ? {}
        : { language: { column: language, by: isMostly(valuesOf(language), 'uuid') ? 'id' : 'locale' } }),
      ...(consentedAt === undefined ? {} : { consentedAt: { column: consentedAt } }),
    },
    reasons: chosen.map(({ target, column, confidence, reason }) => ({ target, column, confidence, reason })),
  };
}

/** How well a column fits a target: an exact name, one that is used elsewhere, one with a slip, or such values. */
function match(target: Target, column: string, values: readonly string[]): Match | null {
  const { names, shapes } = targets[target];
  const say = (confidence: number, reason: string): Match => ({ target, column, confidence, reason });
  const looks = Math.max(...shapes.map((shape) => shapeShare(values, shape)));
  const doubt = target === 'consentedAt' && values.length > 0 ? (1 - looks) * 0.5 : 0;
  if (column === target) return say(1 - doubt, 'Column name matches exactly.');
  if (names.includes(column)) return say(0.95 - doubt, 'Column name is a common alias.');
  const plain = normalise(column);
  if (names.some((name) => normalise(name) === plain))
    return say(0.9 - doubt, 'Column name closely matches a common alias.');
  const near = names.find((name) => name.length > 4 && editDistance(normalise(name), plain, 2) <= 2);
  if (near !== undefined && plain.length > 4) return say(0.7 - doubt, `Column name is similar to “${near}”.`);
  if (looks < 0.8) return null;
  // Ids say nothing of what they are of; addresses, tags and times do.
  const worth = shapes.some((shape) => shape !== 'uuid' && shapeShare(values, shape) >= 0.8) ? 0.6 : 0.3;
  return say(worth * looks, `${Math.round(looks * 100)}% of the first values have the expected format.`);
}

function userAttribute(column: string, values: readonly string[]): UserAttribute {
  if (isMostly(values, 'email')) return /user|login/i.test(column) ? 'username' : 'email';
  if (isMostly(values, 'uuid')) return 'id';
  if (/ext|customer|person|member|account/i.test(column)) return 'externalId';
  return /mail/i.test(column) ? 'email' : 'username';
}

function isMostly(values: readonly string[], shape: ValueShape): boolean {
  return values.length > 0 && shapeShare(values, shape) >= 0.8;
}

function normalise(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
