/** Location of a node in the source, in UTF-16 units. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&&'
  | '||';

export type Node =
  | (Place & { readonly kind: 'literal'; readonly value: null | boolean | number | string })
  | (Place & { readonly kind: 'name'; readonly name: string })
  | (Place & {
      readonly kind: 'member';
      readonly object: Node;
      readonly key: Node;
      /** True if it was written with a dot, so that the key is a name. */
      readonly isDotted: boolean;
    })
  | (Place & { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] })
  | (Place & {
      readonly kind: 'method';
      readonly object: Node;
      readonly name: string;
      readonly nameOffset: number;
      readonly args: readonly Node[];
    })
  | (Place & { readonly kind: 'unary'; readonly operator: '-' | '!' | 'empty'; readonly operand: Node })
  | (Place & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Node;
      readonly right: Node;
    })
  | (Place & { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node });

/** A text with expressions in it: pieces of text and nodes in their order. */
export type Template = readonly (string | Node)[];
