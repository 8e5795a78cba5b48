/** The shape of a catalogue in any language, derived from the English one: the same names, the same placeholders. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Text
    ? (...given: Given) => Words<Text>
    : { readonly [Name in keyof T]: Words<T[Name]> };
