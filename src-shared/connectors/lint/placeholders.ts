import { nearestName } from '../../expressions/nearest-name.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { ProblemReport } from '../problem-report.ts';
import {
  type AttributeNames,
  compileTemplate,
  documentedVariables,
  escapesIn,
  extensionVariables,
  objectVariables,
  onlyPlaceholder,
  type Placeholder,
  placeholdersIn,
} from '../requests/variables.ts';
import { attributeNames, type LintRule } from './rule.ts';
import { requestTexts, stepTexts, strategyTexts, type VariableText } from './texts.ts';

const paging: readonly string[] = [...documentedVariables, ...extensionVariables];
const ofObject: readonly string[] = ['uid', ...objectVariables];

/** A place of texts, and the placeholders that have a value there. */
interface Place {
  readonly texts: readonly VariableText[];
  readonly has: { readonly paging?: boolean; readonly name?: boolean; readonly etag?: boolean };
  /** True if attributes have values. */
  readonly hasAttributes: boolean;
  /** Why others have none. */
  readonly why: string;
}

/** Every placeholder must exist and have a value where it is used, so that braces are never sent by mistake. */
export const placeholdersRule: LintRule = (config, report) => {
  const names = attributeNames(config);
  for (const place of placesOf(config))
    for (const text of place.texts) checkText(text, place, names, config, report);
};

function placesOf(config: ObjectTypeConfiguration): readonly Place[] {
  const hasGet = (config.operations?.GET ?? null) !== null;
  const reading = hasGet ? 'nothing says it there' : 'it is read before, and there is no GET';
  const all = { name: true, etag: true };
  const written = { hasAttributes: true, why: reading };
  return [
    {
      texts: requestTexts(config, 'GET'),
      has: {},
      hasAttributes: false,
      why: 'GET knows the uid alone',
    },
    { texts: stepTexts(config, 'GET'), has: all, hasAttributes: true, why: 'nothing says it there' },
    {
      texts: [...requestTexts(config, 'QUERY'), ...strategyTexts(config)],
      has: { paging: true },
      hasAttributes: false,
      why: 'QUERY is about no single object',
    },
    {
      texts: stepTexts(config, 'QUERY'),
      has: { name: true },
      hasAttributes: true,
      why: 'a list has no ETag of each object',
    },
    {
      texts: [...requestTexts(config, 'CREATE'), ...chosenUid(config)],
      has: { name: true },
      hasAttributes: true,
      why: 'there is no object yet',
    },
    { texts: stepTexts(config, 'CREATE'), has: { name: true, etag: hasGet }, ...written },
    ...(['UPDATE', 'DELETE'] as const).flatMap((name) =>
      [requestTexts(config, name), stepTexts(config, name)].map((texts) => ({
        texts,
        has: { name: hasGet, etag: hasGet },
        hasAttributes: hasGet || name === 'UPDATE',
        why: reading,
      })),
    ),
  ];
}

/** In braces, idPath of CREATE names the attribute that is the uid. */
function chosenUid({ operations }: ObjectTypeConfiguration): readonly VariableText[] {
  const text = operations?.CREATE?.idPath.trim() ?? '';
  const isPlaceholder = text.startsWith('{') && text.endsWith('}');
  return isPlaceholder ? [{ text, at: ['operations', 'CREATE', 'idPath'] }] : [];
}

function checkText(
  { text, at }: VariableText,
  place: Place,
  names: ReadonlySet<string>,
  config: ObjectTypeConfiguration,
  report: ProblemReport,
): void {
  if (!text.includes('{')) return;
  const template = compileTemplate(text, names);
  const isWhole = onlyPlaceholder(template) !== null && at.includes('requestBody');
  for (const placeholder of placeholdersIn(template)) {
    const { variable, written } = placeholder;
    if (variable === 'unknown') noteUnknown(written, names, at, report);
    else if (variable !== 'uid' && !hasValue(placeholder, place))
      report.add(
        at,
        'connector.placeholder-unsuited',
        `{${written}} stands here, and it has no value: ${place.why}.`,
        `Leave it out, or write {{${written}}} for braces that are meant.`,
      );
    else if (variable === 'attribute') checkAttribute(placeholder, isWhole, config, at, report);
    if (variable === 'attribute' || variable === 'name' || variable === 'etag')
      mark(report, at, `The placeholder {${written}}`, ambiguity(placeholder, names));
  }
  for (const sent of escapesIn(text, names)) mark(report, at, `{${sent}}, which is sent as ${sent},`);
}

function hasValue({ variable }: Placeholder, { has, hasAttributes }: Place): boolean {
  if (variable === 'attribute') return hasAttributes;
  if (variable === 'name' || variable === 'etag') return has[variable] === true;
  return has.paging === true;
}

/** A list or an object is no part of a text. */
function checkAttribute(
  { attribute, written }: Placeholder,
  isWhole: boolean,
  { schema }: ObjectTypeConfiguration,
  at: VariableText['at'],
  report: ProblemReport,
): void {
  const definition = (schema ?? []).find(({ fieldName }) => fieldName === attribute);
  if (isWhole || definition === undefined) return;
  if (definition.type !== 'COMPLEX' && !definition.flags.includes('MULTIVALUED')) return;
  report.add(
    at,
    'connector.placeholder-unsuited',
    `{${written}} stands in a text, and the values of ${attribute} are lists or objects.`,
    'Let it be a whole text of requestBody, or name an attribute with one value.',
  );
}

function noteUnknown(
  written: string,
  names: ReadonlySet<string>,
  at: VariableText['at'],
  report: ProblemReport,
): void {
  const near = nearestName(written, [...ofObject, ...paging, ...names]);
  report.add(
    at,
    'connector.unknown-placeholder',
    `There is no placeholder {${written}}: it is neither an attribute of the schema nor a variable.`,
    near === null
      ? `Name an attribute or one of ${[...ofObject, ...paging].map((name) => `{${name}}`).join(', ')}; {{${written}}} is sent as {${written}}.`
      : `Did you mean {${near}}? {{${written}}} is sent as {${written}}.`,
  );
}

function ambiguity({ variable, written }: Placeholder, names: AttributeNames): string | undefined {
  if (variable === 'attribute' || !names.has(variable)) return undefined;
  return `It is not the attribute ${written}, which is written {attribute:${written}}.`;
}

function mark(report: ProblemReport, at: VariableText['at'], what: string, more?: string): void {
  report.add(
    at,
    'connector.extension',
    `${what} goes beyond what the products document.`,
    more ?? 'Expect other connectors to send it as it stands.',
    'notice',
  );
}
