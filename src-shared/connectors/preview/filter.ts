import { GatehouseError } from '../../errors/index.ts';
import { parseQueryFilter } from '../../query/parser.ts';
import { compileObjectType } from '../compile-object-type.ts';
import type { CompiledObjectType, FilterPlan } from '../compiled.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { choosePage } from '../paging/walk.ts';
import type { RemoteRequest } from '../types.ts';
import type { FilterPreview } from './types.ts';

/** Previews a `_queryFilter`: the parts evaluated at the remote and here, and the request that is sent. */
export function previewFilter(name: string, config: ObjectTypeConfiguration, text: string): FilterPreview {
  const parsed = parseQueryFilter(text);
  if ('problem' in parsed) return { plan: null, request: null, problem: parsed.problem };
  const { type } = compileObjectType(name, config);
  try {
    const plan = type.planFilter(parsed.filter);
    return { plan, request: requestOf(type, plan), problem: null };
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    return { plan: null, request: null, problem: { message: error.message, offset: null } };
  }
}

function requestOf(
  type: CompiledObjectType,
  { uid, isNothing, remote, body }: FilterPlan,
): RemoteRequest | null {
  if (isNothing) return null;
  if (uid !== null) return type.getRequest(uid, 'default');
  if (!type.has('QUERY')) return null;
  const page = choosePage(type.config.operations?.QUERY?.pagination, {
    pageSize: null,
    offset: null,
    cookie: null,
  });
  return type.queryRequest({ page, filter: remote, body, wanted: 'default' });
}
