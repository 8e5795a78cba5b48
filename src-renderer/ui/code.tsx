import { useMemo } from 'react';
import { type JsonToken, jsonTokens } from './json-tokens.ts';

const classes: Record<JsonToken['kind'], string | undefined> = {
  key: 'k',
  string: 's',
  number: 'n',
  punctuation: 'p',
  space: undefined,
};

/** JSON in the three inks of code. */
export function JsonCode({ text }: { readonly text: string }) {
  const tokens = useMemo(() => jsonTokens(text), [text]);
  return (
    <pre className="code">
      {tokens.map((token, index) => (
        <span key={`${index}${token.kind}`} className={classes[token.kind]}>
          {token.text}
        </span>
      ))}
    </pre>
  );
}

/** Text as it came, wrapped anywhere. */
export function PlainCode({ text }: { readonly text: string }) {
  return <pre className="code">{text}</pre>;
}
