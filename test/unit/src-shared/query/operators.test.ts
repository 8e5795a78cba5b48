import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { parseQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import { parseScimFilter } from '#shared/query/scim/index.ts';
import type { ScimFilter } from '#shared/query/scim/types.ts';
import {
  flattened,
  type Level,
  minParentheses,
  operatorTrees,
  type Tree,
} from '#test/support/operator-trees.ts';
import { property } from '#test/support/property.ts';

const lists = ['and', 'or'];
const joined: readonly Level[] = [
  { stand: 'any', operators: ['or'] },
  { stand: 'any', operators: ['and'] },
];

function queryTree(filter: QueryFilter): Tree {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { operator: filter.kind, parts: filter.parts.map(queryTree) };
    case 'not':
      return { operator: '!', parts: [queryTree(filter.part)] };
    case 'present':
      return `${filter.field} pr`;
    case 'true':
    case 'false':
    case 'compare':
      throw new Error(`There should be no ${filter.kind}.`);
  }
}

function scimTree(filter: ScimFilter): Tree {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { operator: filter.kind, parts: filter.parts.map(scimTree) };
    case 'not':
      return { operator: 'not ()', parts: [scimTree(filter.part)] };
    case 'some':
      return { operator: `${filter.path.join('.')}[]`, parts: [scimTree(filter.part)] };
    case 'present':
      return `${filter.path.join('.')} pr`;
    case 'compare':
      throw new Error(`There should be no ${filter.kind}.`);
  }
}

const names = ['a pr', 'b pr', 'c pr'];

describe('operators bind as their specification says', () => {
  const queryLevels: readonly Level[] = [...joined, { stand: 'before', operators: ['!'] }];
  property([operatorTrees(queryLevels, names), fc.constantFrom('lower', 'upper')], { numRuns: 500 })(
    'of a query filter: “!” closest, then “and”, then “or”',
    (tree, letters) => {
      const spelling = (sign: string) => (letters === 'upper' ? sign.toUpperCase() : sign);
      const parsed = parseQueryFilter(minParentheses(tree, queryLevels, spelling));
      expect('filter' in parsed && queryTree(parsed.filter)).toEqual(flattened(tree, lists));
    },
  );

  // RFC 7644 §3.4.2.2: “not” and a value path have parentheses and brackets of their own.
  const scimLevels: readonly Level[] = [...joined, { stand: 'around', operators: ['not ()', 'p[]'] }];

  property([operatorTrees(scimLevels, names)], { numRuns: 500 })(
    'of a SCIM filter: “and” before “or”, and what is enclosed on its own',
    (tree) => {
      const parsed = parseScimFilter(minParentheses(tree, scimLevels));
      expect('filter' in parsed && flattened(scimTree(parsed.filter), lists)).toEqual(flattened(tree, lists));
    },
  );
});
