import type { PolicyConfig, Rate, ScriptDeclaration } from '#shared/throttle/index.ts';
import { isJsonObject, type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, report, reportInvalid } from '../reading/context.ts';
import { readObject, reportType } from '../reading/heap.ts';
import { configOf, type Members } from '../reading/members.ts';
import { readConfigValue, readText } from '../reading/values.ts';
import { readRate } from './rate.ts';

type PolicyReader = (context: ReadContext, declaration: Declaration) => PolicyConfig | null;

const policyReaders: ReadonlyMap<string, PolicyReader> = new Map<string, PolicyReader>([
  ['MappedThrottlingPolicy', readMapped],
  ['ScriptableThrottlingPolicy', readScriptable],
  ['DefaultRateThrottlingPolicy', readDefaultRate],
]);

/** Reads the policy at a place, or the one of the heap that is named there. */
export function readPolicy(context: ReadContext, value: unknown, path: JsonPath): PolicyConfig | null {
  return readObject(context, value, path, (declaration) => {
    const reader = policyReaders.get(declaration.type);
    if (reader === undefined) return reportType(context, declaration, [...policyReaders.keys()]);
    return reader(context, declaration);
  });
}

function requiredRate(members: Members, name: string): Rate | null {
  if (!members.has(name)) return members.missing(name, 'the rate for all other requests');
  return readRate(members.context, members.raw(name), members.at(name));
}

function readMapped(context: ReadContext, declaration: Declaration): PolicyConfig | null {
  const members = configOf(context, declaration, {
    known: ['throttlingRateMapper', 'throttlingRatesMapping', 'defaultRate'],
  });
  const mapper = members.has('throttlingRateMapper')
    ? members.expression('throttlingRateMapper')
    : members.missing('throttlingRateMapper', 'an expression that returns a key of the mapping');
  const defaultRate = requiredRate(members, 'defaultRate');
  const rates = readMapping(members);
  if (mapper === null || defaultRate === null || rates === null) return null;
  return { type: 'MappedThrottlingPolicy', mapper, rates, defaultRate };
}

function readMapping(members: Members): ReadonlyMap<string, Rate> | null {
  const { context } = members;
  const mapping = members.raw('throttlingRatesMapping');
  const path = members.at('throttlingRatesMapping');
  if (mapping === undefined)
    return members.missing('throttlingRatesMapping', 'a rate for each value of the mapper');
  if (!isJsonObject(mapping))
    return reportInvalid(context, path, 'The mapping is not an object.', 'Use { "gold": { … } }.');
  const rates = new Map<string, Rate>();
  let isWhole = true;
  for (const [name, value] of Object.entries(mapping)) {
    const rate = readRate(context, value, [...path, name]);
    // Keys may be configuration expressions too.
    const key = readText(context, name, [...path, name]);
    if (rate === null || key === null) isWhole = false;
    else rates.set(key, rate);
  }
  return isWhole ? rates : null;
}

function readDefaultRate(context: ReadContext, declaration: Declaration): PolicyConfig | null {
  const name = 'delegateThrottlingRatePolicy';
  const members = configOf(context, declaration, { known: [name, 'defaultRate'] });
  const delegate = members.has(name)
    ? readPolicy(context, members.raw(name), members.at(name))
    : members.missing(name, 'the policy that is evaluated first');
  const defaultRate = requiredRate(members, 'defaultRate');
  if (delegate === null || defaultRate === null) return null;
  return { type: 'DefaultRateThrottlingPolicy', delegate, defaultRate };
}

function readScriptable(context: ReadContext, declaration: Declaration): PolicyConfig | null {
  const members = configOf(context, declaration, {
    known: ['type', 'source', 'file', 'args', 'clientHandler'],
  });
  const type = members.has('type')
    ? members.text('type')
    : members.missing('type', 'the media type of the script, such as application/x-groovy');
  const source = readSource(members);
  const args = members.object('args');
  const values = args === null ? {} : readArgs(args, members.raw('args'));
  if (type === null || source === null) return null;
  const hasClient = members.has('clientHandler');
  const script: ScriptDeclaration = {
    type,
    source,
    args: values,
    hasClient,
    pointer: toPointer(declaration.path),
  };
  return { type: 'ScriptableThrottlingPolicy', script };
}

function readSource(members: Members): ScriptDeclaration['source'] | null {
  const { context } = members;
  if (members.has('source') === members.has('file'))
    return report(context, members.path, {
      code: 'route.conflict',
      message: members.has('source')
        ? 'The script has both source and file.'
        : 'The script has neither source nor file.',
      fix: 'Set either source or file.',
    });
  if (members.has('file')) {
    const file = members.text('file');
    return file === null ? null : { file };
  }
  const source = members.raw('source');
  const lines = Array.isArray(source) ? (source as readonly unknown[]) : [source];
  // A script is not a configuration expression: its own ${…} belong to it.
  if (lines.every((line) => typeof line === 'string')) return lines.join('\n');
  return reportInvalid(
    context,
    members.at('source'),
    'The source is not a string.',
    'Use a string, or a list of lines.',
  );
}

function readArgs(args: Members, value: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, arg]) => [
      name,
      readConfigValue(args.context, arg, args.at(name)) ?? null,
    ]),
  );
}
