import type { Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { createSealing } from '../platform/sealing.ts';
import { stateProblems } from '../services/storage/index.ts';
import { unknownWeaknesses } from '../services/weaknesses/index.ts';
import { waitingUses } from '../workspace/index.ts';
import { type Core, composeCore } from './core.ts';
import { composeHosted, type Hosted } from './hosted.ts';
import type { EnginePorts } from './ports.ts';
import { composeUpkeep } from './upkeep.ts';

export type { EnginePorts } from './ports.ts';

/** How often expired tokens, codes and records are dropped, in milliseconds of real time. */
const purgeEveryMillis = 60_000;

/** The services of one workspace, built and joined. */
export type Engine = Awaited<ReturnType<typeof compose>>;

/** Everything that is wrong with the workspace, its services and the machine. */
function problemsOf(
  ports: EnginePorts,
  core: Core,
  hosted: Hosted,
  isForgotten: boolean,
): readonly Problem[] {
  return [
    ...ports.problems.filter(({ code }) => code !== 'secret.key-lost' || !isForgotten),
    ...core.sealedNow,
    ...unknownWeaknesses(core.workspace.manifest),
    ...stateProblems(ports.storage),
    ...core.workspace.problems,
    ...waitingUses(core.secrets),
    ...core.outgoing.problems(),
    ...core.trust.problems(),
    ...core.ownAttacks().problems,
    ...hosted.restartNotices(),
    ...hosted.webhooks.problems(),
    ...hosted.gateway.problems(),
    ...hosted.connectors.problems(),
    ...hosted.contract.problems(),
    ...hosted.clientFindings(),
  ];
}

/** Ends what still may write, in the order in which one needs the other. */
async function stopServices(
  { jobs, outbox, parser, activity, recorder }: Core,
  hosted: Hosted,
): Promise<void> {
  hosted.connectors.end();
  hosted.contract.end();
  await hosted.hosting.close();
  await hosted.gateway.close();
  await (await hosted.connectors.made())?.close();
  await (await hosted.throttleLab.made)?.close();
  await hosted.scripting.close();
  hosted.flows.close();
  await Promise.all([hosted.browsers.close(), hosted.signIns.close(), hosted.attacks.close()]);
  await Promise.all([jobs.close(), outbox.close()]);
  await (await hosted.contract.made())?.close();
  await (await hosted.imports.made)?.close();
  recorder.flush();
  await Promise.all([parser.close(), activity.close()]);
}

/** Builds every service from its ports and restores the stored state; nothing listens yet. */
export async function compose(ports: EnginePorts) {
  const { clock, realClock, storage, logger } = ports;
  const core = await composeCore(ports);
  const hosted = composeHosted(ports, core);
  const { workspace, recorder, jobs, outbox } = core;
  const { authorizationServer, flows, hosting } = hosted;
  const upkeep = composeUpkeep(ports, { ...core, ...hosted });
  // Before anything is written that would be kept within other bounds.
  await upkeep.keep();
  await Promise.all([
    authorizationServer.load(),
    hosted.gateway.reload(),
    flows.restore(),
    hosted.flowResults.restore(),
    hosted.attacks.restore(),
    outbox.restore(),
    jobs.restore(),
  ]);
  const purge = setInterval(() => {
    authorizationServer.purgeExpired();
    storage.records
      .purgeExpired(clock.nowMillis())
      .then(() => upkeep.keep())
      .catch((error: unknown) => logger.warn('purge.failed', { error }));
  }, purgeEveryMillis);
  purge.unref();
  core.secrets.onChange(workspace.resolveSecretsAgain);
  workspace.watch();
  let isForgotten = false;
  return {
    ports,
    ...core,
    ...hosted,
    upkeep,
    startedAtMillis: realClock.nowMillis(),
    problems: () => problemsOf(ports, core, hosted, isForgotten),
    sealing: createSealing({
      records: storage.records,
      sealed: storage.sealed,
      host: ports.hostLink,
      clock: realClock,
    }),
    /** Drops everything sealed under a lost key: the way out of `secret.key-lost`. */
    async forgetSecrets() {
      const forgotten = (await storage.sealed?.forgetUnopened()) ?? 0;
      isForgotten = true;
      workspace.resolveSecretsAgain();
      return forgotten;
    },
    /** Starts the named services, or all that this version hosts. */
    async start(keys: readonly ServiceKey[] = hosting.status().map(({ key }) => key)) {
      await Promise.all(keys.map((key) => hosting.start(key)));
      // Errors in connectors belong to the problems, even if nobody calls a connector.
      hosted.connectors.begin();
      hosted.contract.begin();
    },
    /** Ends everything in order; committed data is on disk. */
    async stop() {
      workspace.close();
      clearInterval(purge);
      try {
        await stopServices(core, hosted);
      } finally {
        // However it ended: recorded and committed data goes to disk.
        recorder.flush();
        await storage.close();
      }
    },
  };
}
