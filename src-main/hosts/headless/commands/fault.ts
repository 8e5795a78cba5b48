import type { FaultEffect, FaultRule } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { type CommandResult, groupCommand } from '../command-group.ts';
import { type Options, textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';

/** `gatehouse fault`: exit code 0 done, 1 failed, 2 wrong command line. */
export const faultCommand = groupCommand({
  name: 'fault',
  description: 'Inject faults into running services, until they stop',
  isLocal: true,
  actions: [
    {
      name: 'list',
      description: 'List the active faults',
      async act(client) {
        const faults = await client.faults.list();
        return { result: { faults }, words: faults.map(describe) };
      },
    },
    {
      name: 'add',
      argument: ['<kind>', 'delay, status, truncate, drop, wrong-signature or skew-expiry'],
      further: [
        ['[amount]', 'milliseconds, status, bytes, or seconds'],
        ['[body]', 'response body, for status'],
      ],
      options: [
        ['--service <key>', 'service to inject the fault into', 'authorizationServer'],
        ['--path <path>', 'only for this path'],
        ['--client <client_id>', 'only for this client'],
      ],
      description: 'Inject a fault into responses',
      act: add,
    },
    {
      name: 'remove',
      argument: ['<id>', 'id of the fault, as in list'],
      description: 'Remove a fault',
      async act(client, id = '') {
        const { removed } = await client.faults.remove({ id });
        if (removed) return { result: {}, words: ['The fault was removed.'] };
        throw new GatehouseError('api.not-found', `No fault has the id ${id}.`, {
          fix: 'Run gatehouse fault list to see all faults.',
        });
      },
    },
  ],
});

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
      throw new GatehouseError('fault.invalid', `${kind} is not a kind of fault.`, {
        fix: 'Use delay, status, truncate, drop, wrong-signature or skew-expiry.',
      });
  }
}

/** @throws fault.invalid */
function serviceOf(text: string): ServiceKey {
  const key = serviceKeys.find((each) => each === text);
  if (key !== undefined) return key;
  throw new GatehouseError('fault.invalid', `The service ${text} does not exist.`, {
    fix: `Use one of ${serviceKeys.join(', ')}.`,
  });
}

function describe({ id, service, path, clientId, effect }: FaultRule): string {
  return [id, JSON.stringify(effect), service, path ?? 'every path', clientId ?? 'every client'].join('\t');
}

async function add(client: ApiClient, kind = '', options: Options): Promise<CommandResult> {
  const effect = effectOf(kind, textOf(options, 'amount'), textOf(options, 'body'));
  const [path, clientId] = [textOf(options, 'path'), textOf(options, 'client')];
  const fault = await client.faults.add({
    service: serviceOf(textOf(options, 'service') ?? ''),
    ...(path === undefined ? {} : { path }),
    ...(clientId === undefined ? {} : { clientId }),
    effect,
  });
  return { result: { fault }, words: [describe(fault)] };
}
