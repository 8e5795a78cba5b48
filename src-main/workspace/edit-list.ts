import { applyEdits, modify, parseTree } from 'jsonc-parser';

const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** The text of a JSON document with a value added to a list of it, which is made where there is none. */
export function withListItem(text: string, list: string, value: unknown): string {
  const found = parseTree(text, [], { allowTrailingComma: true })?.children?.find(
    ({ children }) => children?.[0]?.value === list,
  );
  const count = found?.children?.[1]?.children?.length ?? 0;
  return applyEdits(
    text,
    found === undefined
      ? modify(text, [list], [value], options)
      : modify(text, [list, count], value, { ...options, isArrayInsertion: true }),
  );
}

/** The text of a JSON document without one value of a list of it. */
export function withoutListItem(text: string, list: string, index: number): string {
  return applyEdits(text, modify(text, [list, index], undefined, options));
}
