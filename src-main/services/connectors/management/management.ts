import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import {
  compilePipeline,
  type PipelineDefinition,
  runPipeline,
  type Step,
  traceOf,
} from '#main/platform/pipeline.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type ManagementContext,
  type ManagementOperation,
  type ManagementPorts,
  parseAddress,
  parseParameters,
  required,
} from './context.ts';
import { hostErrorOf } from './failures.ts';
import { errorBody, HostError, jsonResponse } from './host-error.ts';
import { managementOperations } from './operations/index.ts';
import { hostTypes } from './records.ts';

type ManagementStep = Step<ManagementContext>;

/** Checks of each request, in this order. Spec 2 §4, §5 */
export const managementSteps: readonly ManagementStep[] = [
  {
    id: 'credentials',
    rule: 'Administrator credentials are correct',
    clause: 'Spec 2 §5',
    check: checkCredentials,
  },
  {
    id: 'address',
    rule: 'Path identifies systems, a system, a type or an object',
    clause: 'Spec 2 §4',
    check: readAddress,
  },
  {
    id: 'api-version',
    rule: 'API version is supported',
    clause: 'Spec 2 §9',
    check: checkVersion,
  },
  { id: 'parameters', rule: 'Parameters are valid', clause: 'Spec 2 §4', check: readParameters },
  {
    id: 'operation',
    rule: 'Method and action exist for this path',
    clause: 'Spec 2 §4',
    check: chooseOperation,
  },
  {
    id: 'system',
    rule: 'System exists',
    clause: 'Spec 2 §4',
    applies: ({ address }) => address?.kind !== 'systems',
    check: findSystem,
  },
  {
    id: 'system-runs',
    rule: 'Connector is running',
    clause: 'Spec 2 §A.3',
    applies: ({ operation }) => operation?.needsConnector === true,
    check: checkRuns,
  },
  {
    id: 'type',
    rule: 'Object type exists in the system',
    clause: 'Spec 2 §A.2',
    applies: ({ address }) => address?.kind === 'collection' || address?.kind === 'object',
    check: findType,
  },
  {
    id: 'perform',
    rule: 'Connector completes the request',
    clause: 'Spec 2 §1',
    check: perform,
  },
];

/** Compares in a time that tells nothing but the length. */
function isSame(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string' || given.length !== wanted.length) return false;
  let difference = 0;
  for (let index = 0; index < wanted.length; index += 1)
    difference |= given.charCodeAt(index) ^ wanted.charCodeAt(index);
  return difference === 0;
}

function checkCredentials({ ports, request: { headers } }: ManagementContext): void {
  const { username, password } = ports.settings();
  const part = ports.vendorHeader().toLowerCase();
  const [name, secret] = [headers[`x-${part}-username`], headers[`x-${part}-password`]];
  const wanted = password === undefined ? null : ports.readSecret(password);
  if (wanted === null)
    throw new HostError(401, 'Access Denied', {
      detail:
        'The password of this interface is not set. Set services.connectorHost.password in the settings.',
    });
  const isName = isSame(name, username);
  if (isSame(secret, wanted) && isName) return;
  throw new HostError(401, 'Access Denied', {
    detail:
      name === undefined || secret === undefined
        ? 'The user name or password header is missing.'
        : 'The user name or password is wrong.',
    want: `X-${ports.vendorHeader()}-Username and X-${ports.vendorHeader()}-Password`,
  });
}

function readAddress(context: ManagementContext): void {
  const { request } = context;
  context.address = parseAddress(request.path);
  if (context.address === null)
    throw new HostError(404, `Resource '${request.path.replace('/openidm/', '/').slice(1)}' not found`);
}

/** `resource=1.0`, `protocol=2.1,resource=1.0`; without the field the newest is meant. */
function checkVersion({ request: { headers, path } }: ManagementContext): void {
  const given = headers['accept-api-version'];
  if (given === undefined) return;
  const text = String(given);
  for (const part of text.split(',')) {
    const [, name, version] = /^\s*(protocol|resource)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (name === undefined || version === undefined)
      throw new HostError(400, `Invalid version string '${text}' in the header Accept-API-Version`);
    const isSpoken =
      name === 'resource' ? /^1(?:\.0)?$/.test(version) : /^(?:1\.0|2\.[01]|[12])$/.test(version);
    if (!isSpoken)
      throw new HostError(404, `Resource '${path}' not found in the requested version`, {
        want: 'protocol=2.1,resource=1.0',
        got: text,
      });
  }
}

function readParameters(context: ManagementContext): void {
  context.parameters = parseParameters(context.request.query);
}

function chooseOperation(context: ManagementContext): void {
  const { address, parameters, request } = context;
  const { kind } = required(address);
  const { action } = required(parameters);
  const isHere = ({ on, method }: ManagementOperation) => on === kind && method === request.method;
  const operation = managementOperations.find(
    (candidate) => candidate.action === action && isHere(candidate),
  );
  if (operation !== undefined) context.operation = operation;
  else if (request.method === 'POST')
    throw new HostError(
      400,
      action === null ? 'Missing required parameter: _action' : `Unsupported action: ${action}`,
    );
  else if (managementOperations.some(isHere))
    throw new HostError(400, `Parameter '_action' is not supported for ${request.method}`);
  else throw new HostError(405, `The method ${request.method} is not supported by this resource`);
}

function findSystem(context: ManagementContext): void {
  const { address, ports } = context;
  const known = required(address);
  if (known.kind === 'systems') return;
  const system = ports.systems.system(known.system);
  if (system === undefined) throw new HostError(404, `Resource 'system/${known.system}' not found`);
  context.system = system;
}

/** A document that was broken later leaves the former version in force. */
function checkRuns(context: ManagementContext): void {
  const { connector, document, name, problems } = required(context.system);
  if (document?.enabled === false) throw new HostError(503, `The connector ${name} is disabled`);
  if (connector === null) {
    const wrong = problems.find(({ severity }) => severity === 'error');
    throw new HostError(503, `The connector ${name} is not available`, {
      detail:
        wrong === undefined ? 'The connector document cannot be read.' : `${wrong.pointer}: ${wrong.message}`,
    });
  }
  context.connector = connector;
}

function findType(context: ManagementContext): void {
  const { address, system, connector } = context;
  if (address?.kind !== 'collection' && address?.kind !== 'object') return;
  const running = required(connector);
  const type = hostTypes(running.document, running.types).get(address.type);
  if (type === undefined)
    throw new HostError(404, `Resource 'system/${required(system).name}/${address.type}' not found`);
  context.type = type;
}

async function perform(context: ManagementContext): Promise<void> {
  try {
    context.response = await required(context.operation).perform(context);
  } catch (error) {
    if (!(error instanceof GatehouseError) && !(error instanceof HostError))
      context.ports.noteUnexpected(error);
    throw hostErrorOf(error, objectName(context), context.ports.settings().alreadyExistsStatus);
  }
}

function objectName({ address }: ManagementContext): string {
  if (address?.kind === 'object') return `${address.system}/${address.type}/${address.id}`;
  return address?.kind === 'collection' ? `${address.system}/${address.type}` : '';
}

const definition: PipelineDefinition<ManagementContext> = {
  id: 'connector-management',
  steps: managementSteps,
  effect: ({ failure, answers, remarks }) => {
    const said = remarks.map((remark) => ` The result may be incomplete: ${remark}.`).join('');
    return `${failure === null ? 'Responded' : 'Responded with an error'}. Responses of the remote system: ${answers}.${said}`;
  },
};

/** The management interface of the connector host. Spec 2 §4 */
export function createManagement(ports: ManagementPorts): HttpHandler {
  const pipeline = compilePipeline(definition, []);
  return async (request, notes) => {
    const context: ManagementContext = {
      failedIndex: -1,
      skippedSteps: 0,
      failure: null,
      ports,
      request,
      call: { onResponse: () => void (context.answers += 1) },
      answers: 0,
      remarks: [],
      address: null,
      parameters: null,
      operation: null,
      system: null,
      connector: null,
      type: null,
      response: null,
    };
    notes.trace = () => traceOf(pipeline, context);
    await runPipeline(pipeline, context);
    if (context.system !== null) notes.tags.push(`system:${context.system.name}`);
    if (context.operation !== null) notes.tags.push(`operation:${context.operation.id}`);
    return context.failure === null && context.response !== null
      ? context.response
      : errorResponse(context.failure, context);
  };
}

function errorResponse(failure: HostError | null, { parameters }: ManagementContext): HttpResponse {
  const status = failure?.status ?? 500;
  const body = errorBody(status, failure?.message ?? 'Internal error', failure?.options.members);
  return jsonResponse(status, body, { isPretty: parameters?.isPretty ?? false });
}
