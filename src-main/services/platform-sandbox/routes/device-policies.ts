import { type Collection, collectionRoutes, showEntity, storeEntity } from '../collection.ts';
import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext } from '../context.ts';
import { type DevicePolicy, devicePolicySchema } from '../device-policy.ts';
import { invalidValue, notFound } from '../failure.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { jsonResponse } from '../http/responses.ts';
import { readInput } from '../input.ts';
import type { Entity, JsonObject } from '../state/entities.ts';

/** When several policies took the place of the one. Spec 3 §9 */
const deprecatedAtMillis = Date.UTC(2021, 11, 16);
const list = 'deviceAuthenticationPolicies';
const formerPath = '/environments/{env}/deviceAuthenticationPolicy';

const policies: Collection<DevicePolicy> = {
  path: `/${list}`,
  name: 'deviceAuthenticationPolicy',
  activity: 'DEVICE_AUTHENTICATION_POLICY',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: devicePolicySchema,
  accept({ value, former }) {
    if (former?.value['default'] === true && !value.default)
      throw invalidValue('default', 'Make another policy the default: an environment always has one.');
    return undefined;
  },
  stored({ context, value, id }) {
    if (value.default) makeOnlyDefault(context, id);
  },
  checkRemoval(_context, { value }) {
    if (value['default'] === true) throw invalidValue('default', 'The default policy cannot be deleted.');
  },
};

function makeOnlyDefault(context: PlatformContext, id: string): void {
  for (const other of context.state.entities.all(list))
    if (other.id !== id && other.value['default'] === true)
      storeEntity(context, `${policies.activity}.UPDATED`, list, other.id, {
        ...other.value,
        default: false,
      });
}

/** Policies of authentication with devices, in the former form and in the one that is recommended. Spec 3 §4.2 */
export const devicePolicyRoutes: readonly Route[] = [
  ...collectionRoutes(policies),
  {
    method: 'GET',
    path: formerPath,
    rateGroup: 'configuration',
    perform: (context) => showFormer(context, theDefault(context)),
  },
  {
    method: 'PUT',
    path: formerPath,
    rateGroup: 'configuration',
    async perform(context) {
      const { id } = theDefault(context);
      // The one policy of the former form is the default, whatever it says.
      const value = {
        ...readInput(devicePolicySchema, context.body),
        default: true,
      } as unknown as JsonObject;
      const entity = storeEntity(context, `${policies.activity}.UPDATED`, list, id, value);
      await context.ports.records.commit();
      return showFormer(context, entity);
    },
  },
];

function theDefault({ state }: PlatformContext): Entity {
  const found = state.entities.all(list).find(({ value }) => value['default'] === true);
  if (found === undefined) throw notFound('deviceAuthenticationPolicy', 'default');
  return found;
}

function showFormer(context: PlatformContext, entity: Entity) {
  const successor = `${environmentUrl(context)}/${list}`;
  const headers = deprecationHeaders({ sinceMillis: deprecatedAtMillis, successor });
  return jsonResponse(200, showEntity(policies, context, entity), headers);
}
