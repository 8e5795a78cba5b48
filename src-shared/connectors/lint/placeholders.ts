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
  const reading = hasGet
    ? 'this request does not provide one'
    : 'it requires a GET operation, which is missing';
  const all = { name: true, etag: true };
  const written = { hasAttributes: true, why: reading };
  return [
    {
      texts: requestTexts(config, 'GET'),
      has: {},
      hasAttributes: false,
      why: 'GET receives only the uid',
    },
    {
      texts: stepTexts(config, 'GET'),
      has: all,
      hasAttributes: true,
      why: 'this request does not provide one',
    },
    {
      texts: [...requestTexts(config, 'QUERY'), ...strategyTexts(config)],
      has: { paging: true },
      hasAttributes: false,
      why: 'QUERY does not refer to a single object',
    },
    {
      texts: stepTexts(config, 'QUERY'),
      has: { name: true },
      hasAttributes: true,
      why: 'lists contain no ETag for each object',
    },
    {
      texts: [...requestTexts(config, 'CREATE'), ...chosenUid(config)],
      has: { name: true },
      hasAttributes: true,
      why: 'the object does not exist yet',
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
        `{${written}} has no value here: ${place.why}.`,
        `Remove it, or write {{${written}}} for literal braces.`,
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
    `{${written}} is part of a longer string, but the values of ${attribute} are lists or objects.`,
    'Make it the whole string in requestBody, or use an attribute with a single value.',
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
    `The placeholder {${written}} is neither an attribute of the schema nor a variable.`,
    near === null
      ? `Use an attribute or one of ${[...ofObject, ...paging].map((name) => `{${name}}`).join(', ')}; {{${written}}} is sent as {${written}}.`
      : `Did you mean {${near}}? {{${written}}} is sent as {${written}}.`,
  );
}

function ambiguity({ variable, written }: Placeholder, names: AttributeNames): string | undefined {
  if (variable === 'attribute' || !names.has(variable)) return undefined;
  return `It does not refer to the attribute ${written}. For the attribute, write {attribute:${written}}.`;
}

function mark(report: ProblemReport, at: VariableText['at'], what: string, more?: string): void {
  report.add(
    at,
    'connector.extension',
    `${what} is a Gatehouse extension. The products do not document it.`,
    more ?? 'Other connectors may send it unchanged.',
    'notice',
  );
}
