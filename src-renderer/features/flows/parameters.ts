import type { RequestParameters } from '#shared/flows/index.ts';

/** The parameters with one set, or back to what it is as ever. */
export function withParameter<Name extends keyof RequestParameters>(
  parameters: RequestParameters,
  name: Name,
  value: RequestParameters[Name],
): RequestParameters {
  const { [name]: _before, ...others } = parameters;
  return value === undefined ? (others as RequestParameters) : { ...parameters, [name]: value };
}
