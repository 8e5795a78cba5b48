import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { operationNames } from '../configuration/vocabulary.ts';
import { headerPrefix } from '../mapping/readers.ts';
import { followsLink } from '../paging/strategy.ts';
import type { ProblemReport } from '../problem-report.ts';
import { extensionVariables } from '../requests/variables.ts';
import type { LintRule } from './rule.ts';
import { requestTexts, strategyTexts } from './texts.ts';

/** Marks what goes beyond the documents: a page number, a position from 1, a flag of the end, a uid in a header field. */
export const extensionsRule: LintRule = (config, report) => {
  for (const { text, at } of [...strategyTexts(config), ...requestTexts(config, 'QUERY')])
    for (const variable of extensionVariables)
      if (text.includes(`{${variable}}`)) mark(report, at, `The variable {${variable}}`);
  for (const name of operationNames) {
    const operation = config.operations?.[name];
    if (operation === null || operation === undefined || !('idPath' in operation)) continue;
    const at = ['operations', name];
    if (headerPrefix.test(operation.idPath)) mark(report, [...at, 'idPath'], 'A uid from a header');
    if ((operation.idRegularExpression ?? '') !== '')
      mark(report, [...at, 'idRegularExpression'], 'idRegularExpression');
  }
  if ((config.operations?.UPDATE?.sendAll ?? false) !== false)
    mark(report, ['operations', 'UPDATE', 'sendAll'], 'sendAll');
  markPaging(config, report);
  markFilters(config, report);
};

function markFilters({ filters }: ObjectTypeConfiguration, report: ProblemReport): void {
  if (filters?.quoteEscape === 'double') mark(report, ['filters', 'quoteEscape'], 'quoteEscape');
  if (Object.keys(filters?.names ?? {}).length > 0) mark(report, ['filters', 'names'], 'names in filters');
  for (const name of ['templates', 'body'] as const)
    if ((filters?.[name] ?? null) !== null) mark(report, ['filters', name], `${name} in filters`);
}

function markPaging({ operations }: ObjectTypeConfiguration, report: ProblemReport): void {
  const { pagedResultsCookie, cookiePagination, totalPath } = operations?.QUERY?.pagination ?? {};
  const at = ['operations', 'QUERY', 'pagination'];
  const cookieAt = [...at, 'pagedResultsCookie'];
  if ((totalPath ?? '') !== '') mark(report, [...at, 'totalPath'], 'totalPath');
  if ((pagedResultsCookie?.stopPath ?? '') !== '') mark(report, [...cookieAt, 'stopPath'], 'stopPath');
  if (pagedResultsCookie?.rewriteOrigin === true)
    mark(report, [...cookieAt, 'rewriteOrigin'], 'rewriteOrigin');
  if (followsLink(cookiePagination?.path))
    mark(report, [...at, 'cookiePagination', 'path'], 'A cookie that is the URL of the next page');
  const { type, path, regularExpression } = pagedResultsCookie ?? {};
  if (type === 'header' && path?.toLowerCase() === 'link' && (regularExpression ?? '') === '')
    mark(report, [...cookieAt, 'path'], 'The link with rel=next in a Link header');
}

function mark(report: ProblemReport, at: JsonPath, what: string): void {
  report.add(
    at,
    'connector.extension',
    `${what} is a Gatehouse extension. The products do not document it.`,
    'Other connectors may ignore it.',
    'notice',
  );
}
