import { nearestName } from '#shared/expressions/index.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, report, reportInvalid } from './context.ts';
import { noteUnknown } from './members.ts';

/** Maximum nesting of objects, each a few steps on the stack. */
const maxLevels = 100;
/** Members of an object beside its `config` that the products know: decorators, which have no effect here. */
const declared = {
  known: ['name', 'type', 'config'],
  ignored: ['audit', 'baseURI', 'capture', 'timer', 'tracing'],
};

/**
 * Finds the object at a place, declared there or named from the heap, and reads it. null: a problem was
 * noted. `defaults` creates the objects that products have on their heap without a declaration.
 */
export function readObject<T>(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
  read: (declaration: Declaration) => T | null,
  defaults: (name: string) => Declaration | null = () => null,
): T | null {
  if (context.levels >= maxLevels)
    return reportInvalid(context, path, 'The objects are nested too deeply.', 'Reduce the nesting.');
  context.levels += 1;
  const result = findObject(context, value, path, read, defaults);
  context.levels -= 1;
  return result;
}

function findObject<T>(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
  read: (declaration: Declaration) => T | null,
  defaults: (name: string) => Declaration | null,
): T | null {
  if (typeof value !== 'string') return readDeclared(context, value, path, read);
  const found = context.heap.get(value);
  if (found === undefined) {
    const made = defaults(value);
    if (made !== null) return read({ ...made, path });
    const near = nearestName(value, context.heap.keys());
    const declare = 'Declare it in the heap of the route, or inline.';
    return report(context, path, {
      code: 'route.unknown-reference',
      message: `The heap does not contain “${value}”.`,
      fix: near === null ? declare : `Did you mean “${near}”?`,
    });
  }
  if (context.open.includes(value))
    return report(context, path, {
      code: 'route.reference-cycle',
      message: `“${value}” refers to itself: ${[...context.open, value].join(', ')}.`,
      fix: 'Change one of the references.',
    });
  context.open.push(value);
  const result = readDeclared(context, found.value, found.path, read);
  context.open.pop();
  return result;
}

function readDeclared<T>(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
  read: (declaration: Declaration) => T | null,
): T | null {
  if (!isJsonObject(value))
    return reportInvalid(
      context,
      path,
      'Expected an object or the name of an object.',
      'Use { "type": …, "config": … }.',
    );
  const { type, config = {}, name } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string')
    return reportInvalid(context, path, '“type” is missing.', 'Add the type of the object.');
  if (!isJsonObject(config))
    return reportInvalid(context, [...path, 'config'], 'config is not an object.', 'Use { … }.');
  if (name !== undefined && typeof name !== 'string')
    return reportInvalid(context, [...path, 'name'], 'The name is not a string.', 'Put it in quotes.');
  noteUnknown(context, value, path, declared);
  return read({ name: name ?? nameOf(type, path), type, config, path });
}

/** Products name anonymous objects by their place as well. */
function nameOf(type: string, path: JsonPath): string {
  return `{${type}}/${path.join('/')}`;
}

/** Notes that a type is not allowed here. */
export function reportType(
  context: ReadContext,
  { type, path }: Declaration,
  types: readonly string[],
  instead: string | null = null,
): null {
  const near = nearestName(type, types);
  const didYouMean = near === null ? `Use one of: ${types.join(', ')}.` : `Did you mean “${near}”?`;
  return report(context, [...path, 'type'], {
    code: 'route.unknown-type',
    message: `The type ${type} is unknown or not allowed here.`,
    fix: instead ?? didYouMean,
  });
}
