import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type Collection,
  collectionRoutes,
  entityOf,
  othersOf,
  showEntity,
  storeEntity,
} from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { notUnique } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { readInput } from '../input.ts';
import { ipRangeSchema, isInRanges } from '../ip-ranges.ts';
import { type JsonObject, textOf } from '../state/entities.ts';

const predictorSchema = z.object({
  name: z.string().min(1).max(256),
  compactName: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/),
  type: z.enum([
    'ANONYMOUS_NETWORK',
    'GEO_VELOCITY',
    'IP_REPUTATION',
    'USER_LOCATION_ANOMALY',
    'VELOCITY',
    'NEW_DEVICE',
    'MAP',
  ]),
  /** Addresses that this predictor takes for harmless; each has its own. */
  whiteList: z.array(ipRangeSchema).default([]),
});

const predictors: Collection<z.output<typeof predictorSchema>> = {
  path: '/riskPredictors',
  name: 'riskPredictor',
  activity: 'RISK_PREDICTOR',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: predictorSchema,
  accept(given) {
    const { compactName } = given.value;
    if (othersOf(given).some(({ value }) => value['compactName'] === compactName))
      throw notUnique('compactName', `A predictor ${compactName} already exists.`);
    return undefined;
  },
};

const evaluationSchema = z.object({
  event: z.looseObject({
    ip: z.string().refine((text) => isIP(text) !== 0, { error: 'is not an IP address' }),
    user: z.looseObject({ id: z.string().min(1) }),
  }),
});
type Event = z.output<typeof evaluationSchema>['event'];

const evaluations: Collection<z.output<typeof evaluationSchema>> = {
  path: '/riskEvaluations',
  name: 'riskEvaluation',
  activity: 'RISK_EVALUATION',
  calls: ['create', 'read'],
  schema: evaluationSchema,
  accept({ context, value: { event }, list }) {
    const former = context.state.entities
      .all(list)
      .findLast(({ value }) => userOf(value) === event.user.id && isSuccess(value));
    const details = (former?.value['details'] ?? {}) as JsonObject;
    return {
      event: event as unknown as JsonObject,
      details: {
        ...placeOf(event.ip),
        ...(former === undefined ? {} : { previousSuccessfulTransaction: previousOf(details) }),
        ...verdictsOf(context, event),
      },
      result: { level: 'LOW', type: 'VALUE' },
    };
  },
};

const completionSchema = z.object({ completionStatus: z.enum(['IN_PROGRESS', 'SUCCESS', 'FAILED']) });

/** Risk predictors and evaluations. Spec 3 §2 */
export const riskRoutes: readonly Route[] = [
  ...collectionRoutes(predictors),
  ...collectionRoutes(evaluations),
  {
    method: 'PUT',
    path: '/environments/{env}/riskEvaluations/{riskEvaluation}/event',
    rateGroup: 'configuration',
    async perform(context) {
      const { completionStatus } = readInput(completionSchema, context.body);
      const { id, value } = entityOf(evaluations, context);
      const event = { ...(value['event'] as JsonObject), completionStatus };
      const entity = storeEntity(context, 'RISK_EVALUATION.UPDATED', 'riskEvaluations', id, {
        ...value,
        event,
      });
      await context.ports.records.commit();
      return jsonResponse(200, showEntity(evaluations, context, entity));
    },
  },
];

function isSuccess(value: JsonObject): boolean {
  return textOf(value['event'] as JsonObject, 'completionStatus') === 'SUCCESS';
}

function userOf(value: JsonObject): string {
  const { user = {} } = value['event'] as { readonly user?: JsonObject };
  return textOf(user, 'id');
}

/** Places that are assigned to addresses: a rehearsal needs no atlas. */
const places = [
  { country: 'United States', state: 'Colorado', city: 'Denver' },
  { country: 'Germany', state: 'Bavaria', city: 'Munich' },
  { country: 'Canada', state: 'Ontario', city: 'Toronto' },
  { country: 'Spain', state: 'Andalusia', city: 'Seville' },
];

function placeOf(ip: string): JsonObject {
  const sum = Buffer.from(ip).reduce((total, byte) => total + byte, 0);
  return places[sum % places.length] ?? {};
}

function previousOf(details: JsonObject): JsonObject {
  return {
    country: textOf(details, 'country'),
    state: textOf(details, 'state'),
    city: textOf(details, 'city'),
  };
}

function verdictsOf({ state }: PlatformContext, { ip }: Event): JsonObject {
  const all = state.entities.all('riskPredictors').map(({ value }) => {
    const { compactName, type, whiteList } = predictorSchema.parse(value);
    const reason = isInRanges(ip, whiteList) ? { reason: 'WHITELISTED' } : {};
    return [compactName, { level: 'LOW', type, ...reason }] as const;
  });
  return Object.fromEntries(all);
}
