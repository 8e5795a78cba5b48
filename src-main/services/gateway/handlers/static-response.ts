import { STATUS_CODES } from 'node:http';
import type { TraceRule } from '#shared/exchange/index.ts';
import { type CompiledExpression, evaluateString } from '#shared/expressions/index.ts';
import type { StaticResponseConfig } from '#shared/gateway/types.ts';
import type { GatewayContext } from '../context.ts';
import type { RunningHandler } from './handler.ts';

/** StaticResponseHandler: returns the response given in the route. */
export function staticResponseHandler(config: StaticResponseConfig): RunningHandler {
  const rule: TraceRule = {
    id: 'static-answer',
    rule: `Response with status ${config.status} from the route itself`,
    clause: 'Specification 2 §2 B.1',
    outcome: 'passed',
  };
  return {
    handle(context) {
      const headers = config.headers.flatMap(({ name, values }) =>
        values.flatMap((value) => [name, textOf(value, context)]),
      );
      const entity = config.entity === null ? '' : textOf(config.entity, context);
      const reason = config.reason ?? STATUS_CODES[config.status] ?? '';
      context.exchange.answer(
        config.status,
        [...headers, ...(context.responseHeaders ?? [])],
        entity,
        reason,
      );
    },
    rules: () => [rule],
    unreached: [{ ...rule, outcome: 'never' }],
    effect: () => `Responded with status ${config.status}.`,
  };
}

/** Evaluates an expression as text; empty where it gives none. A line break would begin another field. */
function textOf(expression: CompiledExpression, { scope }: GatewayContext): string {
  return evaluateString(expression, scope) ?? '';
}
