/** A placeholder such as `${user.username}` with its name. */
export interface Expression {
  readonly text: string;
  readonly name: string;
}

/** The placeholders of a text that begin with a dollar sign. */
export function expressionsIn(text: string): readonly Expression[] {
  return [...text.matchAll(/\$\{\s*([\w.-]+)\s*\}/g)].map(([whole, name = '']) => ({ text: whole, name }));
}
