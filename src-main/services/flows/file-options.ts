import type { FlowStart } from '#shared/api/index.ts';
import {
  type RequestParameters,
  type ResourceOptions,
  usualParameters,
  usualResource,
} from '#shared/flows/index.ts';
import type { FlowFileOptions } from '#shared/workspace/index.ts';

export type StartOptions = FlowStart['options'];

/** The options of a start as the file of a flow has them; undefined where all are as ever, or a token was given. */
export function optionsForFile(options: StartOptions): FlowFileOptions | undefined {
  if (options.token !== null) return undefined;
  const { authentication, tokenPlace, responseType, responseMode, isSigned, isPushed, isBound } = options;
  const resource = changedResource(options.resource);
  const parameters = parametersForFile(options.parameters);
  const file = {
    ...(authentication === null ? {} : { client_authentication: authentication }),
    ...(tokenPlace === 'header' ? {} : { token_place: tokenPlace }),
    ...(responseType === null ? {} : { response_type: responseType }),
    ...(responseMode === null ? {} : { response_mode: responseMode }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: parameters as RequestParameters }),
    ...(isSigned ? { request_object: true } : {}),
    ...(isPushed === null ? {} : { pushed: isPushed }),
    ...(isBound ? { dpop: true } : {}),
    ...(resource === undefined ? {} : { resource }),
  };
  return Object.keys(file).length === 0 ? undefined : file;
}

function changedResource(resource: ResourceOptions): ResourceOptions | undefined {
  return JSON.stringify(resource) === JSON.stringify(usualResource) ? undefined : resource;
}

function parametersForFile({ resource, extra, ...others }: RequestParameters): Partial<RequestParameters> {
  return {
    ...others,
    ...(resource.length === 0 ? {} : { resource }),
    ...(extra.length === 0 ? {} : { extra }),
  };
}

/** The options of a start that the file of a flow gives. */
export function optionsFromFile(file: FlowFileOptions = {}): StartOptions {
  return {
    authentication: file.client_authentication ?? null,
    tokenPlace: file.token_place ?? 'header',
    responseType: file.response_type ?? null,
    responseMode: file.response_mode ?? null,
    token: null,
    parameters: file.parameters ?? usualParameters,
    isSigned: file.request_object ?? false,
    isPushed: file.pushed ?? null,
    isBound: file.dpop ?? false,
    resource: file.resource ?? usualResource,
  };
}
