import type { ServiceKey } from '#shared/exchange/index.ts';
import { composeAttacks } from './attacks.ts';
import type { Core } from './core.ts';
import { composeFlows, otherTarget } from './flows.ts';
import type { EnginePorts } from './ports.ts';
import { composeServerForm } from './server-form.ts';
import { composeSignInImports } from './sign-in-imports.ts';

/** Composes the parts that step through flows and that attack with them. */
export function composeDebugging(
  ports: EnginePorts,
  { workspace, recorder, send, outgoing, trust, jobs, catalogue, ownAttacks }: Core,
  urlOf: (key: ServiceKey) => string | null,
) {
  const parts = { workspace, recorder, send, outgoing, trust, urlOf };
  const { flows, flowIssuer, browsers } = composeFlows(ports, {
    ...parts,
    copyOfHosted: (name) => attacks.stageTarget(name),
  });
  const { attacks, attackGuard } = composeAttacks(ports, {
    workspace,
    trust,
    catalogue,
    ownAttacks,
    jobs,
    record: recorder.record,
    send,
    flows: () => flows,
    flowIssuer,
    otherTarget: (name) => otherTarget(name, parts),
  });
  const serverForm = composeServerForm({ workspace, random: ports.random, send, outgoing, flowIssuer });
  const { signInImports } = composeSignInImports(workspace, ports.random);
  return { flows, flowIssuer, browsers, attacks, attackGuard, serverForm, signInImports };
}
