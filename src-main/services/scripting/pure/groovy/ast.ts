import type { ScriptPosition } from '../types.ts';

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'
  | '?:';

export type AssignmentOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=';

export type Expression = ScriptPosition &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
    | { readonly kind: 'name'; readonly name: string }
    | {
        readonly kind: 'member';
        readonly object: Expression;
        readonly name: string;
        readonly isSafe: boolean;
      }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | {
        readonly kind: 'call';
        readonly object: Expression;
        /** null: the object itself is called, a closure. */
        readonly method: string | null;
        readonly isSafe: boolean;
        readonly args: readonly Expression[];
      }
    | { readonly kind: 'new'; readonly type: string; readonly args: readonly Expression[] }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | {
        readonly kind: 'map';
        readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
      }
    | { readonly kind: 'unary'; readonly operator: '!' | '-' | '+'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'conditional';
        readonly test: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
    | {
        readonly kind: 'closure';
        readonly parameters: readonly string[];
        readonly body: readonly Statement[];
      }
    | {
        readonly kind: 'assignment';
        readonly operator: AssignmentOperator;
        readonly target: Expression;
        readonly value: Expression;
      }
  );

export type Statement = ScriptPosition &
  (
    | { readonly kind: 'declaration'; readonly name: string; readonly value: Expression | null }
    | { readonly kind: 'expression'; readonly expression: Expression }
    | {
        readonly kind: 'if';
        readonly test: Expression;
        readonly yes: readonly Statement[];
        readonly no: readonly Statement[] | null;
      }
    | { readonly kind: 'return'; readonly value: Expression | null }
  );

/** A script: its imported classes, and its statements. */
export interface Script {
  readonly statements: readonly Statement[];
}
