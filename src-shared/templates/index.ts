import { z } from 'zod';
import { GatehouseError } from '../errors/gatehouse-error.ts';
import { isJsonObject } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';

/** The kinds of template, and the folder for each kind. */
export const templateFolders = {
  client: 'clients',
  connector: 'connectors',
  route: 'routes',
  import: 'imports',
} as const;
export type TemplateKind = keyof typeof templateFolders;
export const templateKinds = ['client', 'connector', 'route', 'import'] as const;

const placeholderSchema = z.object({
  name: z.string().regex(/^[A-Za-z]+$/),
  label: z.string().min(1),
  /** `secret`: an empty one is made up for a client, and never stands in the file. */
  type: z.enum(['text', 'secret', 'number']),
  default: z.string(),
});

/** A document of the product with `{{name}}` where something is asked for. */
export const templateSchema = z.object({
  kind: z.enum(templateKinds),
  title: z.string().min(1),
  text: z.string().min(1),
  /** The values to ask for; every template has a `name`, after which the new object is called. */
  placeholders: z.array(placeholderSchema).min(1),
  document: z.custom<Readonly<Record<string, JsonValue>>>(isJsonObject),
});
export type Template = z.infer<typeof templateSchema>;

/** The values of the placeholders, by their names. */
export type TemplateValues = Readonly<Record<string, string>>;

const reference = /\{\{([A-Za-z.]+)\}\}/g;

/** Names in a document that stand for something. */
export function namesIn(document: JsonValue): ReadonlySet<string> {
  return new Set([...JSON.stringify(document).matchAll(reference)].flatMap(([, name]) => name ?? []));
}

/**
 * The values that are asked for, with what the template proposes where nothing was given.
 * @throws api.invalid-input for a number that is none
 */
export function valuesFor(
  { placeholders }: Pick<Template, 'placeholders'>,
  given: TemplateValues,
): TemplateValues {
  const types = new Map(placeholders.map(({ name, type }) => [name, type]));
  for (const [name, value] of Object.entries(given)) {
    if (types.get(name) === 'number' && value !== '' && !Number.isFinite(Number(value)))
      throw new GatehouseError('api.invalid-input', `${name} must be a number. Received “${value}”.`, {
        fix: `Enter a number for ${name}.`,
      });
  }
  const chosen = placeholders.map(({ name, default: proposed }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return [name, value === undefined || value === '' ? proposed : value] as const;
  });
  return Object.fromEntries(chosen);
}

/**
 * The document with the values in it. A text that is nothing but a placeholder for a number becomes one; a member whose
 * secret was not given is left out.
 */
export function fillTemplate({ placeholders, document }: Template, values: TemplateValues): JsonValue {
  const types = new Map(placeholders.map(({ name, type }) => [name, type]));

  function filled(text: string): JsonValue | undefined {
    const alone = /^\{\{([A-Za-z.]+)\}\}$/.exec(text)?.[1];
    const value = alone === undefined || !Object.hasOwn(values, alone) ? undefined : values[alone];
    if (alone !== undefined && types.get(alone) === 'number') return Number(value);
    if (alone !== undefined && types.get(alone) === 'secret' && (value ?? '') === '') return undefined;
    return text.replace(reference, (written, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : written,
    );
  }

  function visit(value: JsonValue): JsonValue | undefined {
    if (typeof value === 'string') return filled(value);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((item) => visit(item) ?? []);
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, member]) => {
      const inside = visit(member);
      return inside === undefined ? [] : [[name, inside] as const];
    });
    return Object.fromEntries(members);
  }

  return visit(document) ?? {};
}
