import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupsOf } from '#renderer/features/connectors/form/node-fields.ts';
import { fieldOf } from '#renderer/features/connectors/form/schema-fields.ts';
import { linesOf } from '#renderer/features/connectors/tree/nodes.ts';
import {
  authenticationMethods,
  connectorJsonSchema,
  grantTypes,
  guardedProperties,
} from '#shared/connectors/configuration/index.ts';
import { type DescribedObject, describedObjects } from './connector-members.ts';
import { connectorPage } from './connector-page.ts';

const root = join(import.meta.dirname, '../..');
const type = ['configurationProperties', 'objectTypes', '*'];
const textOf = (path: readonly string[]) => path.join('/');

/** The forms of a secret stand in the page as a sentence, and in the form as a control of their own. */
const isSecretForm = ([first, member]: readonly string[]) =>
  first === 'configurationProperties' && guardedProperties.some((guarded) => guarded === member);
const objects = describedObjects().filter(({ path }) => !isSecretForm(path));

/** Tables of a page in Markdown, as rows of cells. */
function tablesOf(page: string): readonly (readonly (readonly string[])[])[] {
  return page
    .split('\n\n')
    .filter((block) => block.startsWith('| '))
    .map((block) =>
      block
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(2, -2).split(' | '))
        .filter((_row, index) => index !== 1),
    );
}

/** Members that a table lists; of a table with a column for each operation those of one of them. */
function listed([head, ...rows]: readonly (readonly string[])[], column: number | null): readonly string[] {
  if (head === undefined) return [];
  return rows
    .filter((row) => column === null || row[column] !== '–')
    .map(([name = '']) => name.replaceAll('`', ''));
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

describe('the reference page', () => {
  const tables = tablesOf(connectorPage());

  test('has a table for each object of the schema, with all of its members and no others', () => {
    const isListed = ({ path, members }: DescribedObject) =>
      tables.some((table) => {
        const columns = (table[0] ?? []).slice(1, -1);
        // Operations are the columns of one table, which says of each member where it stands.
        if (path.at(-1) === 'operations') return isSame(columns, members);
        const column = path.at(-2) === 'operations' ? columns.indexOf(path.at(-1) ?? '') + 1 : null;
        return column !== 0 && isSame(listed(table, column), members);
      });
    const missing = objects.filter((each) => !isListed(each));
    expect(missing.map(({ path, members }) => `${textOf(path)}: ${members.join(', ')}`)).toEqual([]);
  });

  test('says of each member what it means', () => {
    const silent = tables.flatMap((table) => table.filter((row) => row.at(-1) === '–').map(([name]) => name));
    expect(silent).toEqual([]);
  });
});

/** Documents in which every part of the form has all of its fields. */
const documents = authenticationMethods.flatMap((authenticationMethod) =>
  [null, ...grantTypes].map((grantType) => ({
    configurationProperties: { authenticationMethod, grantType, objectTypes: { '*': {} } },
  })),
);

/** Members that have a field of their own in the form, by their paths, with how they are edited. */
const fields = new Map(
  documents.flatMap((document) =>
    linesOf(document).flatMap(({ node }) =>
      groupsOf(node, document).flatMap(({ at, names }) =>
        names.map((name) => {
          const path = [...at.map(String), name];
          return [textOf(path), fieldOf(connectorJsonSchema(), at, name).control] as const;
        }),
      ),
    ),
  ),
);

/** Members that stand in a table of the form, with the file of the table, which names them or the list of them. */
const inTables: Readonly<Record<string, readonly [file: string, ...words: string[]]>> = {
  [textOf([...type, 'schema'])]: ['attributes-table.tsx', "'fieldName'", "'type'", "'flags'"],
  [textOf([...type, 'exceptions'])]: [
    'exceptions-table.tsx',
    'exceptionTypes.map',
    "'code'",
    "'messageErrorPath'",
    "'regularExpression'",
  ],
  ...Object.fromEntries(
    ['GET', 'QUERY', 'CREATE', 'UPDATE'].map((operation) => {
      const mapping = operation === 'GET' || operation === 'QUERY' ? 'responseMapping' : 'requestMapping';
      return [
        textOf([...type, 'operations', operation, mapping]),
        ['node-form.tsx', `'${mapping}'`],
      ] as const;
    }),
  ),
};

/** Members that the form leaves to the JSON view, with the reason. */
const notInForm: Readonly<Record<string, string>> = {
  _id: 'the name of the file says it',
  name: 'the name of the file says it',
  objectTypes: 'made from the schemas by an export',
  systemActions: 'scripts are texts of many lines, which are better written in a file',
  operationOptions: 'nothing reads it',
  resultsHandlerConfig: 'nothing reads it',
  syncFailureHandler: 'nothing reads it',
  syncRetry: 'nothing reads it',
  producerBufferSize: 'nothing reads it',
  connectorPoolingSupported: 'nothing reads it',
  'connectorRef/displayName': 'nothing reads it',
  'connectorRef/systemType': 'nothing reads it',
  'configurationProperties/tokenExpiration': 'nothing reads it',
  'configurationProperties/accessToken': 'nothing reads it',
  'configurationProperties/customGrantType': 'nothing reads it',
  'configurationProperties/defaultHeader': 'nothing reads it',
};

/** True if a member has a field, lies in one that takes JSON, or holds others that have one. */
function isEdited(path: readonly string[]): boolean {
  const within = path.map((_step, index) => path.slice(0, index + 1));
  const own = textOf(path);
  const isCovered = within.some((each) => {
    const control = fields.get(textOf(each));
    if (control === undefined) return textOf(each) in inTables;
    const isWhole = control.kind === 'json' || control.kind === 'pairs';
    const isPart = control.kind === 'flag-or-text' && own === textOf([...each, control.member]);
    return isWhole || isPart || textOf(each) === own;
  });
  return isCovered || [...fields.keys(), ...Object.keys(inTables)].some((each) => each.startsWith(`${own}/`));
}

const isLeft = (path: readonly string[]) =>
  path.some((_step, index) => textOf(path.slice(0, index + 1)) in notInForm);

describe('the form', () => {
  const members = objects.flatMap(({ path, members: names }) => names.map((name) => [...path, name]));

  test('has a field for each member of the schema, or there is a reason', () => {
    expect(members.filter((path) => !isEdited(path) && !isLeft(path)).map(textOf)).toEqual([]);
  });

  test('has fields for members of the schema alone, and no reason for one that it has', () => {
    const known = new Set(members.map(textOf));
    expect([...fields.keys(), ...Object.keys(inTables)].filter((path) => !known.has(path))).toEqual([]);
    expect(Object.keys(notInForm).filter((path) => !known.has(path) || isEdited(path.split('/')))).toEqual(
      [],
    );
  });

  test.each(Object.entries(inTables))('%s stands in its table', (_path, [file, ...words]) => {
    const source = readFileSync(join(root, 'src-renderer/features/connectors/form', file), 'utf8');
    expect(words.filter((word) => !source.includes(word))).toEqual([]);
  });
});
