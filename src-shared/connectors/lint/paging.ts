import type { PageStrategy, Pagination } from '../configuration/pagination.ts';
import { type PaginationStrategy, paginationStrategies } from '../configuration/vocabulary.ts';
import { strategyAt } from '../paging/strategy.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { LintRule } from './rule.ts';

/** Pages can be read to the end, each record once. */
export const pagingRule: LintRule = (config, report) => {
  const query = config.operations?.QUERY;
  if (query === null || query === undefined) return;
  checkCompleteness(query.pagination, report);
  for (const name of paginationStrategies) {
    const strategy = query.pagination?.[name];
    if (strategy !== null && strategy !== undefined) checkStrategy(name, strategy, report);
  }
};

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

function checkCompleteness(pagination: Pagination | null | undefined, report: ProblemReport): void {
  const at = ['operations', 'QUERY', 'pagination'];
  const incomplete = (message: string, fix: string, severity: 'warning' | 'notice' = 'warning') =>
    report.add(
      isGiven(pagination) ? at : at.slice(0, -1),
      'connector.paging-incomplete',
      message,
      fix,
      severity,
    );
  if (pagination === null || pagination === undefined) {
    incomplete(
      'pagination is missing. The connector reads only the first response.',
      'Add pagination if the remote system returns pages.',
      'notice',
    );
    return;
  }
  const hasCookie = isGiven(pagination.cookiePagination);
  const hasSource = isGiven(pagination.pagedResultsCookie);
  if (hasCookie && !hasSource)
    incomplete(
      'cookiePagination sends a cookie, but its source is not configured.',
      'Add pagedResultsCookie.',
    );
  if (hasSource && !hasCookie)
    incomplete('pagedResultsCookie reads a cookie, but no request sends it.', 'Add cookiePagination.');
  if (!hasCookie && !isGiven(pagination.offSetPagination))
    incomplete(
      'Only the first page can be requested.',
      'Add cookiePagination with pagedResultsCookie, or offSetPagination.',
    );
}

const needed: Readonly<Record<PaginationStrategy, readonly string[]>> = {
  pageSizePagination: ['_pageSize'],
  offSetPagination: ['_pagedResultsOffSet', '_pagedResultsOffSet+1', '_pageNumber'],
  cookiePagination: ['_pagedResultsCookie'],
};

function checkStrategy(name: PaginationStrategy, strategy: PageStrategy, report: ProblemReport): void {
  const { type, param, path, requestBody } = strategy;
  const place = type === 'body' ? requestBody : type === 'param' ? param : (param ?? requestBody);
  const member = type === 'body' ? 'requestBody' : 'param';
  const used = JSON.stringify([isGiven(place) ? place : null, path ?? null]);
  if (!isGiven(place) && !isGiven(path))
    report.add(
      strategyAt(name),
      'connector.paging-incomplete',
      `${name} has no ${member} and does not change the request.`,
      `Add ${member}.`,
    );
  else if (!needed[name].some((variable) => used.includes(`{${variable}}`)))
    report.add(
      strategyAt(name),
      'connector.paging-incomplete',
      `${name} does not contain {${needed[name][0]}}. Every request returns the first page.`,
      `Add {${needed[name][0]}} where the remote system expects it.`,
    );
  if (name === 'offSetPagination' && countsFromOne.test(used))
    report.add(
      strategyAt(name),
      'connector.paging-overlap',
      'The remote system counts from 1, but {_pagedResultsOffSet} counts from 0. Each page repeats the last record of the previous page.',
      'Use {_pagedResultsOffSet+1}.',
      'warning',
    );
}

/** In a parameter, or as a member of a body. */
const countsFromOne = /start_?index(?:=|\\?":\s*\\?")\{_pagedResultsOffSet\}/i;
