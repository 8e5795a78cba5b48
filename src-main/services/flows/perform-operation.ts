import { GatehouseError } from '#shared/errors/index.ts';
import type { SendStep } from '#shared/flows/index.ts';
import type { Run } from './run.ts';
import { operationStep, type TokenOperation } from './token-operation.ts';

/** Something that is to be done with a value of a run. */
export interface AskedOperation {
  /** `check` finds out what the value is worth, by introspection or with the keys of the server. */
  readonly operation: TokenOperation | 'check';
  readonly name: string;
  readonly clientId: string | undefined;
}

/** Does an operation on a token of a run. @throws flow.no-endpoint, flow.not-checkable, flow.value-missing */
export async function performOperation(
  run: Run,
  asked: AskedOperation,
  send: (step: SendStep) => Promise<void>,
): Promise<void> {
  const operation = asked.operation === 'check' ? checkBy(run, asked.name) : asked.operation;
  if (operation === 'verify') return verify(run, asked.name);
  const { step, party } = operationStep(run, operation, asked.name, asked.clientId);
  if (party !== null) run.player.addParty('asking', party);
  await send(step);
}

/** RFC 7662 §2.1: introspection takes a client that shows who it is; ID tokens are for the client alone. */
function checkBy({ player: { target } }: Run, name: string): 'introspect' | 'verify' {
  const canAsk =
    target.endpoints.introspection !== null &&
    target.clients.some(({ authentication }) => authentication !== 'none');
  return canAsk && !name.endsWith('id_token') ? 'introspect' : 'verify';
}

/** @throws flow.not-checkable */
async function verify(run: Run, name: string): Promise<void> {
  const token = run.player.values.get(name)?.value ?? '';
  if (await run.checks.verify(token)) return;
  throw new GatehouseError(
    'flow.not-checkable',
    `${name} cannot be checked: ${run.player.target.title} has no introspection endpoint, and none of its keys matches.`,
    { fix: 'Add introspection_endpoint or jwks_uri to the server’s file.' },
  );
}
