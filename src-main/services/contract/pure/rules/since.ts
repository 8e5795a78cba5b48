import type { Fact } from '#shared/contract/facts.ts';
import type { ContractHistory, RuleSource, SinceKey, SinceRow } from '#shared/contract/history.ts';
import { factRule, type Rule, type RuleAnswer, type RuleContext } from '#shared/contract/rule.ts';
import { assertNever } from '#shared/errors/index.ts';
import { grantKey } from './since/grant.ts';
import type { KeySearch } from './since/key-search.ts';
import { listBodyKey } from './since/list-body.ts';
import { mediaTypeKey } from './since/media-type.ts';
import { parameterKey } from './since/parameter.ts';
import { pathKey } from './since/path.ts';
import { propertyKey, valueKey } from './since/property.ts';
import { regionKey } from './since/region.ts';
import { roleKey } from './since/role.ts';
import { scopeKey } from './since/scope.ts';

interface SourcedSearch extends KeySearch {
  readonly source: RuleSource;
}

/**
 * A rule for each row of “available since” that has keys. It finds every use; its `holds` says that the use only counts
 * for a contract that is older.
 */
export function sinceRules(history: ContractHistory): readonly Rule[] {
  const keys = history.since.flatMap((row) => row.keys.map(({ key }) => key));
  return history.since.flatMap((row) => (row.keys.length === 0 ? [] : [sinceRule(row, keys)]));
}

/** Ids of the rows that no artefact can use: nothing in them has a name. */
export function notDetectable(history: ContractHistory): readonly string[] {
  return history.since.flatMap(({ id, keys }) => (keys.length === 0 ? [id] : []));
}

function sinceRule({ id, date, title, entries, keys }: SinceRow, all: readonly SinceKey[]): Rule {
  const searches = keys.map(({ key, source }) => ({ ...searchOf(key, all), source }));
  const sources = new Set(searches.map(({ source }) => source));
  return factRule({
    id,
    title: `${title}: since ${date}`,
    date,
    entries,
    severity: searches.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
    source: sources.has('spec') ? 'spec' : 'public',
    detection: `Uses of ${searches.map(({ subject }) => subject).join(', ')}.`,
    replacement: `Pin the contract to ${date} or later, or remove the use.`,
    holds: { from: null, until: date },
    kinds: [...new Set(searches.flatMap(({ kinds }) => kinds))],
    ...templatesOf(searches),
    resources: searches.flatMap(({ resources = [] }) => resources),
    applies: (fact, context) => searches.some((search) => search.applies(fact, context)),
    check: (fact, context) => searches.flatMap((search) => usesOf(search, date, fact, context)),
  });
}

/** Only where each search among requests is one of paths. */
function templatesOf(searches: readonly KeySearch[]): { readonly templates?: readonly string[] } {
  const ofRequests = searches.filter(({ kinds }) => kinds.includes('request'));
  const isByPath = ofRequests.every(({ templates }) => templates !== undefined);
  return isByPath ? { templates: ofRequests.flatMap(({ templates = [] }) => templates) } : {};
}

function usesOf(
  search: SourcedSearch,
  date: string,
  fact: Fact,
  context: RuleContext,
): readonly RuleAnswer[] {
  if (!search.applies(fact, context)) return [];
  const { subject, severity, source } = search;
  return search
    .parts(fact, context)
    .map((use) =>
      'untold' in use
        ? use
        : { part: use, subject, severity, source, message: `${subject} is only available since ${date}.` },
    );
}

function searchOf(key: SinceKey, all: readonly SinceKey[]): KeySearch {
  switch (key.kind) {
    case 'path':
      return pathKey(key);
    case 'property':
      return propertyKey(key);
    case 'value':
      return valueKey(key, namedElsewhere(key, all));
    case 'parameter':
      return parameterKey(key);
    case 'grant':
      return grantKey(key);
    case 'scope':
      return scopeKey(key);
    case 'role':
      return roleKey(key);
    case 'media-type':
      return mediaTypeKey(key);
    case 'region':
      return regionKey(key);
    case 'list-body':
      return listBodyKey(key);
    default:
      return assertNever(key);
  }
}

function namedElsewhere(key: SinceKey & { readonly kind: 'value' }, all: readonly SinceKey[]) {
  const memberPath = [key.resource, ...key.path].join(' ');
  return new Set(
    all.flatMap((other) =>
      other.kind === 'value' && other !== key && [other.resource, ...other.path].join(' ') === memberPath
        ? other.values.filter((value) => !value.endsWith('*'))
        : [],
    ),
  );
}
