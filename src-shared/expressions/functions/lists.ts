import { memberOf, namesOf, textOf } from '../values.ts';
import type { ExpressionFunction } from './function.ts';

/** Functions of lists and maps, and of texts as lists of characters. */
export const listFunctions: readonly ExpressionFunction[] = [
  {
    name: 'array',
    parameters: 'value, …',
    detail: 'a list of the values',
    minArguments: 0,
    maxArguments: 64,
    apply: (args) => args,
  },
  {
    name: 'contains',
    parameters: 'list or text, value',
    detail: 'whether a list contains a value, or a text contains another text',
    minArguments: 2,
    maxArguments: 2,
    apply([whole, part]) {
      if (Array.isArray(whole)) return whole.some((item) => item === part || textOf(item) === textOf(part));
      if (typeof whole === 'string') return part !== null && whole.includes(textOf(part));
      return typeof whole === 'object' && namesOf(whole).includes(textOf(part));
    },
  },
  {
    name: 'join',
    parameters: 'list, separator',
    detail: 'the values of a list, joined as one text',
    minArguments: 1,
    maxArguments: 2,
    apply: ([list, separator]) =>
      Array.isArray(list) ? list.map(textOf).join(textOf(separator)) : list === null ? null : textOf(list),
  },
  {
    name: 'lastElement',
    parameters: 'list',
    detail: 'the last value of a list',
    minArguments: 1,
    maxArguments: 1,
    apply: ([list]) => (Array.isArray(list) ? (list.at(-1) ?? null) : null),
  },
  {
    name: 'length',
    parameters: 'value',
    detail: 'characters of a text, values of a list, or members of an object; 0 for null',
    minArguments: 1,
    maxArguments: 1,
    apply([value]) {
      if (typeof value === 'string' || Array.isArray(value)) return value.length;
      return typeof value === 'object' ? namesOf(value).length : 0;
    },
  },
  {
    name: 'keyMatch',
    parameters: 'map, pattern',
    detail: 'the first name in a map that matches a regular expression completely',
    minArguments: 2,
    maxArguments: 2,
    patternAt: 1,
    apply([map, source], patterns) {
      const pattern = typeof source === 'string' ? patterns(source) : null;
      return pattern === null ? null : (namesOf(map).find((name) => pattern.matchesWhole(name)) ?? null);
    },
  },
  {
    name: 'split',
    parameters: 'text, pattern',
    detail: 'the parts of a text between the matches of a regular expression',
    minArguments: 2,
    maxArguments: 2,
    patternAt: 1,
    apply([text, source], patterns) {
      const pattern = typeof source === 'string' ? patterns(source) : null;
      return pattern === null || typeof text !== 'string' ? null : pattern.split(text);
    },
  },
  {
    name: 'get',
    parameters: 'object, name',
    detail: 'a member by its name, or a value of a list by its index',
    minArguments: 2,
    maxArguments: 2,
    apply: ([object, name]) => memberOf(object, name),
  },
];
