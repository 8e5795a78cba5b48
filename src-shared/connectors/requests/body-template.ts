import type { JsonValue } from '../../workspace/three-way.ts';
import {
  type AttributeNames,
  asIs,
  compileTemplate,
  fill,
  noAttributes,
  onlyPlaceholder,
  type Placeholder,
  placeholdersIn,
  type Template,
  type Values,
  valueOf,
} from './variables.ts';

/** A body with variables, ready to be made anew for each request. */
export type BodyTemplate =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'list'; readonly items: readonly BodyTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: BodyTemplate])[] };

/** Makes a body ready. */
export function compileBody(body: JsonValue, attributes: AttributeNames = noAttributes): BodyTemplate {
  if (Array.isArray(body))
    return {
      kind: 'list',
      items: (body as readonly JsonValue[]).map((item) => compileBody(item, attributes)),
    };
  if (typeof body === 'object' && body !== null)
    return {
      kind: 'object',
      members: Object.entries(body).map(([name, value]) => [name, compileBody(value, attributes)]),
    };
  if (typeof body !== 'string' || !body.includes('{')) return { kind: 'constant', value: body as string };
  return { kind: 'text', template: compileTemplate(body, attributes) };
}

/** The placeholders of a body. */
export function placeholdersOfBody(body: BodyTemplate): readonly Placeholder[] {
  if (body.kind === 'constant') return [];
  if (body.kind === 'text') return placeholdersIn(body.template);
  if (body.kind === 'list') return body.items.flatMap(placeholdersOfBody);
  return body.members.flatMap(([, member]) => placeholdersOfBody(member));
}

/** A body of its own for one request; undefined: it is a variable that is not set. */
export function fillBody(body: BodyTemplate, values: Values): JsonValue | undefined {
  switch (body.kind) {
    case 'constant':
      return body.value;
    case 'text':
      return fillText(body.template, values);
    case 'list':
      return body.items.flatMap((item) => {
        const value = fillBody(item, values);
        return value === undefined ? [] : [value];
      });
    case 'object':
      return Object.fromEntries(
        body.members.flatMap(([name, member]) => {
          const value = fillBody(member, values);
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
  }
}

/** A text that is one placeholder is the value itself, such as a number; a text with one that is not set is left out. */
function fillText(template: Template, values: Values): JsonValue | undefined {
  const only = onlyPlaceholder(template);
  if (only !== null) return valueOf(only, values) ?? undefined;
  return fill(template, values, asIs, asIs) ?? undefined;
}

/** One body laid over another: members of objects one by one, everything else as a whole. */
export function mergeBodies(
  under: JsonValue | undefined,
  over: JsonValue | undefined,
): JsonValue | undefined {
  if (over === undefined) return under;
  if (!isMembers(under) || !isMembers(over)) return over;
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [one, other] = [memberOf(under, name), memberOf(over, name)];
      return [name, mergeBodies(one, other) ?? null];
    }),
  );
}

type Members = Readonly<Record<string, JsonValue>>;

function isMembers(value: JsonValue | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(members: Members, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
