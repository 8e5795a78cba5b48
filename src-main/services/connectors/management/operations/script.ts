import type { ScriptAction } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { optionalBody } from '../body.ts';
import { type ManagementContext, type ManagementOperation, required } from '../context.ts';
import { HostError } from '../host-error.ts';
import { plainResponse } from './responses.ts';

/** Runs a script of the document's `systemActions`; the body and further parameters are its arguments. Spec 2 §1 */
export const scriptOperation: ManagementOperation = {
  id: 'script',
  method: 'POST',
  on: 'system',
  action: 'script',
  needsConnector: true,
  async perform(context) {
    const { additional } = required(context.parameters);
    const { scriptId, _scriptId, ...rest } = additional;
    const id = _scriptId ?? scriptId;
    if (id === undefined || id === '') throw new HostError(400, 'Missing required parameter: _scriptId');
    const actions = actionsOf(context, id);
    const args = { ...rest, ...optionalBody(context.request) };
    const results: JsonValue[] = [];
    for (const action of actions) results.push(await resultOf(context, action, args));
    return plainResponse(context, { actions: results });
  },
};

/** @throws HostError 400 where the document has no such script */
function actionsOf({ connector }: ManagementContext, id: string): readonly ScriptAction[] {
  const { systemActions } = required(connector).document;
  const declared = systemActions.find(({ scriptId }) => scriptId === id);
  if (declared !== undefined) return declared.actions;
  const known = systemActions.map(({ scriptId }) => scriptId).join(', ');
  throw new HostError(
    400,
    `Script with id: ${id} is not defined`,
    known === '' ? {} : { want: known, got: id },
  );
}

async function resultOf(
  { connector, ports, call }: ManagementContext,
  { actionType, actionSource, actionFile }: ScriptAction,
  args: Readonly<Record<string, JsonValue>>,
): Promise<JsonValue> {
  const type = /javascript/i.test(actionType) ? 'application/javascript' : 'application/x-groovy';
  const source = actionSource ?? (actionFile === null ? null : ports.readScript(actionFile, type));
  if (source === null) return { error: `The folder scripts has no script ${actionFile ?? ''}` };
  try {
    return { result: await required(connector).script({ type, source }, args, call) };
  } catch (error) {
    if (error instanceof GatehouseError) return { error: error.message };
    throw error;
  }
}
