/** What a catalogue has to hold in every language, given the English one: the same names, the same gaps to fill. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Text
    ? (...given: Given) => Words<Text>
    : { readonly [Name in keyof T]: Words<T[Name]> };
