import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import type { TokenSource as AskedSource, TokenReport, TokenVerification } from '#shared/api/index.ts';

/** The source that the inspector opens: pasted text, or a value of a run, which stays masked here. */
export type TokenSource = { readonly text: string } | { readonly runId: string; readonly name: string };

export const tokenTabs = [
  'token',
  'verify',
  'decrypt',
  'forge',
  'ask',
  'tree',
  'signatures',
  'build',
] as const;
export type TokenTab = (typeof tokenTabs)[number];

const unformed: readonly TokenTab[] = ['token', 'forge', 'build'];
const tabsOf: Readonly<Record<TokenReport['form'], readonly TokenTab[]>> = {
  opaque: ['token', 'ask', 'forge'],
  jwt: ['token', 'verify', 'forge', 'ask'],
  jwe: ['token', 'decrypt', 'ask'],
  saml: ['tree', 'signatures', 'build'],
  unreadable: unformed,
};

/** The inspected token, and the findings so far. */
export interface Inspected {
  readonly source: AskedSource;
  readonly report: TokenReport;
}

/** The tabs that a token has; without one, those that make one. */
export function tabsFor(inspected: Inspected | null): readonly TokenTab[] {
  return inspected === null ? unformed : tabsOf[inspected.report.form];
}

/** The inspected token, the shown tab, and the result of a verification. */
export function useInspection(opened: TokenSource) {
  const { client } = useApi();
  const [text, setText] = useState('text' in opened ? opened.text : '');
  const [tab, setTab] = useState<TokenTab>('token');
  const [verification, setVerification] = useState<TokenVerification | null>(null);
  const [inspected, setInspected] = useState<Inspected | null>(null);
  const inspect = useMutation({
    mutationFn: async (source: AskedSource): Promise<Inspected> => ({
      source,
      report: await client.tokens.inspect(source),
    }),
    onSuccess: (found) => {
      setInspected(found);
      setVerification(null);
      setTab(tabsFor(found)[0] ?? 'token');
    },
    onError: () => setInspected(null),
  });
  return {
    text,
    setText,
    tab: tabsFor(inspected).includes(tab) ? tab : (tabsFor(inspected)[0] ?? 'token'),
    setTab,
    inspected,
    verification,
    setVerification,
    problem: inspect.error === null ? null : toProblem(inspect.error),
    isPending: inspect.isPending,
    inspect: inspect.mutate,
    /** Takes a text for the token, and inspects it. */
    take(token: string) {
      setText(token);
      inspect.mutate({ token });
    },
  };
}

export type Inspection = ReturnType<typeof useInspection>;
