import { maskInputs } from '#main/services/activity/index.ts';
import {
  isAnySecret,
  maskedBody,
  maskedHeaders,
  maskedSaying,
  maskedTarget,
  type Player,
  type SendOutcome,
  secretsOf,
  spellingsOf,
} from '#main/services/flow-player/index.ts';
import type { AttackCheck, CheckReport, CheckResult, ExchangeEvidence } from '#shared/attacks/index.ts';
import { mask } from '#shared/exchange/index.ts';

/** Exchanges that a variant keeps, and those of one step among them. */
const maxExchanges = 6;
const maxOfStep = 3;

const quiet: ReadonlySet<CheckReport['outcome']> = new Set(['met', 'unknown']);

/** The exchanges that prove what checks found, masked here and now; none where nothing was found. */
export function evidenceOfChecks(
  player: Player,
  checks: readonly AttackCheck[],
  reports: readonly CheckReport[],
): readonly ExchangeEvidence[] {
  const found = checks.filter((_check, index) => !quiet.has(reports[index]?.outcome ?? 'met'));
  const steps = found.flatMap((check) => [check.step, ...('as' in check ? [check.as].flat() : [])]);
  if (found.length === 0) return [];
  const chosen = [...new Set(steps)].flatMap((step) => lastOf(player, step));
  return chosen.length > 0 ? chosen.slice(0, maxExchanges) : evidenceOfEnd(player);
}

/** The last exchange of a play that did not come to its end. */
export function evidenceOfEnd(player: Player): readonly ExchangeEvidence[] {
  const last = [...player.outcomes].findLast(([, outcomes]) => outcomes.length > 0);
  return last === undefined ? [] : lastOf(player, last[0]).slice(-1);
}

/** The result of a check, without the secrets that it quotes. */
export function maskedResult(player: Player, { outcome, expected, actual }: CheckResult): CheckResult {
  const spellings = spellingsOf(secretsOf(player).map(([, secret]) => secret));
  const [wanted = '', got = ''] = [expected, actual].map((text) => maskedSaying(text, spellings));
  return { outcome, expected: wanted, actual: got };
}

/** Of a step that is sent many times the last exchange says what the others do. */
function lastOf(player: Player, step: string): readonly ExchangeEvidence[] {
  const outcomes = player.outcomes.get(step) ?? [];
  const spellings = spellingsOf(secretsOf(player).map(([, secret]) => secret));
  const some = outcomes.length > maxOfStep ? outcomes.slice(-1) : outcomes;
  return some.map((outcome) => masked(step, outcome, spellings));
}

function masked(
  stepId: string,
  { exchangeId, request, response, failure }: SendOutcome,
  spellings: readonly string[],
): ExchangeEvidence {
  const body = (bytes: Buffer, headers: readonly string[]) =>
    maskedBody(bytes.toString('utf8'), mediaTypeOf(headers), spellings, (html) =>
      maskInputs(html, mask, isAnySecret),
    );
  return {
    stepId,
    exchangeId,
    request: {
      method: request.method,
      target: maskedTarget(request.target, spellings),
      headers: maskedHeaders(request.headers, spellings),
      body: body(Buffer.from(request.body, 'latin1'), request.headers),
    },
    response:
      response === null
        ? null
        : {
            status: response.status,
            reason: response.reason,
            headers: maskedHeaders(response.headers, spellings),
            body: body(response.body, response.headers),
          },
    failure: response === null ? (failure?.message ?? 'No response was received.') : '',
  };
}

function mediaTypeOf(headers: readonly string[]): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (headers[at + 1] ?? '');
}
