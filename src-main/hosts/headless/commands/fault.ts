import type { Installation } from '#main/hosts/installation.ts';
import type { FaultEffect, FaultRule } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { type LocationOptions, withLocation } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

interface FaultOptions extends LocationOptions {
  readonly json: boolean;
}

interface AddOptions extends FaultOptions {
  readonly service: string;
  readonly path?: string;
  readonly client?: string;
}

/** `gatehouse fault`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function faultCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const fault = program.command('fault').description('Faults of running services, until they stop');
      withLocation(fault.command('list'))
        .description('The faults that are on')
        .action((options: FaultOptions) => run(options, () => list(options, installation, terminal)));
      withLocation(
        fault
          .command('add')
          .argument('<kind>', 'delay, status, truncate, drop, wrong-signature or skew-expiry')
          .argument('[amount]', 'milliseconds, status, bytes, or seconds')
          .argument('[body]', 'the body of a status'),
      )
        .option('--service <key>', 'the service that it is on', 'authorizationServer')
        .option('--path <path>', 'only this path')
        .option('--client <client_id>', 'only this client')
        .description('Spoil answers on purpose')
        .action((kind: string, amount: string | undefined, body: string | undefined, options: AddOptions) =>
          run(options, () => add(effectOf(kind, amount, body), options, installation, terminal)),
        );
      withLocation(fault.command('remove').argument('<id>', 'as list names it'))
        .description('Take a fault away')
        .action((id: string, options: FaultOptions) =>
          run(options, () => remove(id, options, installation, terminal)),
        );
    },
  };
}

/** @throws fault.invalid */
function effectOf(kind: string, amount: string | undefined, body = ''): FaultEffect {
  const number = Number(amount);
  switch (kind) {
    case 'delay':
      return { kind, millis: number };
    case 'status':
      return { kind, status: number, body };
    case 'truncate':
      return { kind, bytes: number };
    case 'skew-expiry':
      return { kind, seconds: number };
    case 'drop':
    case 'wrong-signature':
      return { kind };
    default:
      throw new GatehouseError('fault.invalid', `There is no fault ${kind}.`, {
        fix: 'Use delay, status, truncate, drop, wrong-signature or skew-expiry.',
      });
  }
}

/** @throws fault.invalid */
function serviceOf(text: string): ServiceKey {
  const key = serviceKeys.find((each) => each === text);
  if (key !== undefined) return key;
  throw new GatehouseError('fault.invalid', `There is no service ${text}.`, {
    fix: `Use one of ${serviceKeys.join(', ')}.`,
  });
}

async function list(options: FaultOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const faults = await withEngine(options, installation, terminal, (client) => client.faults.list());
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, faults })}\n`);
  else for (const rule of faults) terminal.out(`${describe(rule)}\n`);
  return exitCodes.ok;
}

function describe({ id, service, path, clientId, effect }: FaultRule): string {
  return [id, JSON.stringify(effect), service, path ?? 'every path', clientId ?? 'every client'].join('\t');
}

async function add(
  effect: FaultEffect,
  options: AddOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const fault = await withEngine(options, installation, terminal, (client) =>
    client.faults.add({
      service: serviceOf(options.service),
      ...(options.path === undefined ? {} : { path: options.path }),
      ...(options.client === undefined ? {} : { clientId: options.client }),
      effect,
    }),
  );
  terminal.out(options.json ? `${JSON.stringify({ ok: true, fault })}\n` : `${describe(fault)}\n`);
  return exitCodes.ok;
}

async function remove(
  id: string,
  options: FaultOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { removed } = await withEngine(options, installation, terminal, (client) =>
    client.faults.remove({ id }),
  );
  if (!removed)
    throw new GatehouseError('api.not-found', `There is no fault ${id}.`, {
      fix: 'See gatehouse fault list.',
    });
  terminal.out(options.json ? `${JSON.stringify({ ok: true })}\n` : 'The fault is off.\n');
  return exitCodes.ok;
}
