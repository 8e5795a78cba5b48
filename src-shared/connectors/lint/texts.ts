import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { type OperationName, paginationStrategies } from '../configuration/vocabulary.ts';
import { strategyAt } from '../paging/strategy.ts';

/** A text of the configuration that may hold variables. */
export interface VariableText {
  readonly text: string;
  readonly at: JsonPath;
}

/** Texts of a value, whatever its depth. */
export function textsIn(value: JsonValue | undefined, at: JsonPath): readonly VariableText[] {
  if (typeof value === 'string') return [{ text: value, at }];
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? [...(value as readonly JsonValue[]).entries()]
    : Object.entries(value);
  return members.flatMap(([name, member]) => textsIn(member, [...at, name]));
}

/** Texts of the main request of an operation. */
export function requestTexts(
  { operations }: ObjectTypeConfiguration,
  name: OperationName,
): readonly VariableText[] {
  const operation = operations?.[name];
  if (operation === null || operation === undefined) return [];
  const { path, headers, queryParams, requestBody } = operation;
  return textsIn({ path, headers, queryParams, requestBody: requestBody ?? null }, ['operations', name]);
}

/** Texts of the strategies of paging. */
export function strategyTexts({ operations }: ObjectTypeConfiguration): readonly VariableText[] {
  return paginationStrategies.flatMap((name) => {
    const strategy = operations?.QUERY?.pagination?.[name];
    if (strategy === null || strategy === undefined) return [];
    const { param, path, requestBody } = strategy;
    return textsIn(
      { param: param ?? null, path: path ?? null, requestBody: requestBody ?? null },
      strategyAt(name),
    );
  });
}

/** Texts of the further requests of an operation. */
export function stepTexts(
  { operations }: ObjectTypeConfiguration,
  name: OperationName,
): readonly VariableText[] {
  return (operations?.[name]?.additionalStep ?? []).flatMap(({ path, requestBody }, index) =>
    textsIn({ path, requestBody: requestBody ?? null }, ['operations', name, 'additionalStep', index]),
  );
}
