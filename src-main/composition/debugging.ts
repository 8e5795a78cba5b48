import { callbackPath } from '#main/services/flows/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { composeAttacks } from './attacks.ts';
import type { Core } from './core.ts';
import { composeFlows, otherTarget } from './flows.ts';
import type { EnginePorts } from './ports.ts';
import { composeServerClients } from './server-clients.ts';
import { composeServerForm } from './server-form.ts';
import { composeSignInImports } from './sign-in-imports.ts';
import { composeSignIns } from './sign-ins.ts';

/** Composes the parts that step through flows and that attack with them. */
export function composeDebugging(
  ports: EnginePorts,
  { workspace, recorder, send, outgoing, trust, jobs, catalogue, ownAttacks, editor }: Core,
  urlOf: (key: ServiceKey) => string | null,
) {
  const signIns = composeSignIns(ports, {
    record: recorder.record,
    reach: () => trust.policy().reach,
    workspace,
    records: ports.storage.records,
  });
  const parts = { workspace, recorder, send, outgoing, trust, urlOf, signIns };
  const { flows, flowResults, flowSuites, flowIssuer, browsers } = composeFlows(ports, {
    ...parts,
    jobs,
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
  const serverForm = composeServerForm({
    workspace,
    random: ports.random,
    send,
    outgoing,
    flowIssuer,
    signIns,
  });
  const serverClients = composeServerClients({
    workspace,
    editor,
    send,
    target: (name) => otherTarget(name, parts),
    callback() {
      const upstreams = urlOf('sampleUpstreams');
      return upstreams === null ? null : upstreams + callbackPath;
    },
  });
  const { signInImports } = composeSignInImports(workspace, ports.random, signIns.watched, flows);
  return {
    flows,
    flowResults,
    flowSuites,
    flowIssuer,
    browsers,
    signIns,
    signInImports,
    attacks,
    attackGuard,
    serverForm,
    serverClients,
  };
}
