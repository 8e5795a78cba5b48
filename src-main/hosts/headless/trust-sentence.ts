import { type TrustItem, type TrustKind, trustKinds } from '#shared/trust/index.ts';

/** Number of items of one kind that are named; beyond it only the number is given. */
const maxNamed = 5;

const verbs: Readonly<Record<TrustKind, string>> = {
  listen: 'listen on',
  proxy: 'use the proxy',
  'ca-file': 'trust the CA in',
  validator: 'send passwords to',
  script: 'run scripts of',
  attack: 'run the attack cases of',
  destination: 'send requests to',
  elsewhere: 'send requests to servers that are known only at run time, from',
};

/**
 * Describes what a workspace does beyond its folder as the rest of a sentence, on one line: “listen on … and run
 * scripts of …”.
 */
export function trustSentence(items: readonly TrustItem[], last: 'and' | 'or'): string {
  const parts = trustKinds.flatMap((kind) => {
    const values = items.filter((item) => item.kind === kind).map(({ value }) => said(kind, value));
    return values.length === 0 ? [] : [`${verbs[kind]} ${list(values)}`];
  });
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}

function list(values: readonly string[]): string {
  const more = values.length - maxNamed;
  const named = values.slice(0, maxNamed).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** A value of a file may contain anything: unusual characters could forge a line of a terminal. */
function said(kind: TrustKind, value: string): string {
  const [service = '', address = ''] = value.split(' ');
  const text = kind === 'listen' ? `${address} (${service})` : value;
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, 200);
}
