import type { Fact, ScriptFact } from '#shared/contract/facts.ts';
import type { Rule, RuleFinding } from '#shared/contract/rule.ts';
import { isCommented } from './parts/comments.ts';
import { distanceBehind, positionsOf } from './parts/match-positions.ts';
import { isAuthorizationRequest } from './parts/oauth.ts';

/** How the session token cookie is called. */
const sessionCookie = /^(?:ST|ST-NO-SS|session[-_.]?token)$/i;
const asserted = /['"`]set-cookie['"`]/gi;
const begins = /\/as\/authoriz/g;
const identification = /\/flows\/|usernamePassword\.check|user\.lookup/g;
const subject = 'session token cookie';

/** How a recorded sign-on has gone so far. */
type Stage = 'none' | 'started without a cookie' | 'cookie was set';

export const sessionCookieRule: Rule = {
  id: 'CC-013',
  title: 'The session cookie is expected too early',
  date: '2020-04-03',
  entries: ['2020-04-03-progressive-profiling'],
  severity: 'warning',
  source: 'public',
  detection:
    'A script that reads `set-cookie` from the first response of a sign-on, or a request with a session cookie that no response set.',
  replacement: 'Read the cookie from the response to the step that identifies the user.',
  hasFix: false,
  holds: { from: '2020-04-03', until: null },
  kinds: ['request', 'script'],
  begin() {
    let stage: Stage = 'none';
    return {
      // Whatever answers in between may set the cookie.
      applies: (fact) =>
        fact.kind === 'script'
          ? asksForSignOn(fact)
          : stage === 'started without a cookie' || isOfSignOn(fact),
      check(fact) {
        if (fact.kind === 'script') return checkScript(fact);
        if (fact.kind !== 'request') return [];
        const isSent = hasCookie(fact.headers.get('cookie'), ';');
        const isSet = hasCookie(fact.response?.headers.get('set-cookie'), '\n');
        const isEarly = stage === 'started without a cookie' && isSent && isOfSignOn(fact);
        if (isSet) stage = 'cookie was set';
        else if (isAuthorizationRequest(fact)) stage = isSent ? 'cookie was set' : 'started without a cookie';
        // Said once for a sign-on.
        else if (isEarly) stage = 'cookie was set';
        return isEarly
          ? [
              {
                part: { part: 'header', name: 'cookie' },
                message: 'The request contains a session cookie that no response of this sign-on has set.',
                subject,
              },
            ]
          : [];
      },
    };
  },
};

function isOfSignOn(fact: Fact): boolean {
  if (fact.kind !== 'request') return false;
  return fact.segments.at(-2) === 'flows' || isAuthorizationRequest(fact);
}

function asksForSignOn({ text }: ScriptFact): boolean {
  return /\/as\/authoriz/.test(text);
}

function checkScript(fact: ScriptFact): readonly RuleFinding[] {
  const [begun, identified] = [positionsOf(fact.text, begins), positionsOf(fact.text, identification)];
  return [...fact.text.matchAll(asserted)].flatMap(({ 0: literal, index }) => {
    const sinceBegin = distanceBehind(begun, index);
    const isBegin = sinceBegin < distanceBehind(identified, index);
    if (!isBegin || isCommented(fact, index)) return [];
    return [
      {
        part: { part: 'text', at: index, length: literal.length },
        message: 'The cookie is read from the first response of the sign-on, which no longer sets it.',
        subject,
      },
    ];
  });
}

function hasCookie(header: string | undefined, separator: string): boolean {
  if (header === undefined) return false;
  return header.split(separator).some((pair) => sessionCookie.test(pair.split('=', 1)[0]?.trim() ?? ''));
}
