import type { KnownTarget } from '#main/services/consents/index.ts';
import type { Pace } from '#shared/consents/index.ts';
import { type Problem } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { withoutEnd } from '#shared/text/ends.ts';
import {
  type PlatformTarget,
  platformTargetSchema,
  substituteVariables,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import type { Workspace } from '../workspace/index.ts';

/** Sources from which the targets of a workspace are made. */
export interface TargetParts {
  readonly workspace: Pick<Workspace, 'files' | 'variables' | 'readSecretOf'>;
  /** Base URL of a hosted service, as it runs or would run. */
  readonly serviceUrl: (key: ServiceKey) => string;
}

/** The targets of the workspace as their files are now. */
export function targetsOf(parts: TargetParts): readonly KnownTarget[] {
  const { workspace } = parts;
  const variables = {
    ...Object.fromEntries(serviceKeys.map((key) => [`services.${key}`, parts.serviceUrl(key)])),
    ...workspace.variables,
  };
  return workspace.files
    .filter(({ kind }) => kind === 'platform')
    .map(({ file, document }) => {
      const name = workspaceFileAt(file)?.name ?? file;
      const { value, unknown } = substituteVariables(
        document?.value ?? {},
        variables,
        // A secret may refer to a stored one in the same spelling.
        ([first]) => first === 'client_secret',
      );
      const parsed = platformTargetSchema.safeParse(value);
      const problems = [
        ...unknown.map(({ name: variable }) => missing(file, `The variable ${variable} is not defined.`)),
        ...(parsed.success
          ? []
          : [missing(file, parsed.error.issues[0]?.message ?? 'The file is not readable.')]),
      ];
      return parsed.success
        ? known(parts, name, file, parsed.data, problems)
        : unreadable(name, file, problems);
    });
}

function known(
  { workspace, serviceUrl }: TargetParts,
  name: string,
  file: string,
  target: PlatformTarget,
  problems: readonly Problem[],
): KnownTarget {
  const displayName = target.display_name ?? name;
  const baseUrl = withoutEnd(target.base_url, '/');
  const isSandbox = originOf(baseUrl) === originOf(serviceUrl('platform'));
  const limit: Pace | null =
    target.limit === undefined
      ? null
      : { mode: 'told', perSecond: target.limit.requests_per_second, burst: target.limit.burst };
  const secret = target.client_secret;
  return {
    view: {
      name,
      file,
      displayName,
      region: target.region,
      baseUrl,
      environmentId: target.environment_id,
      isSandbox,
      limit,
      problems: [...problems],
    },
    profile:
      problems.length > 0
        ? null
        : {
            name,
            displayName,
            baseUrl,
            tokenEndpoint: target.token_endpoint,
            environmentId: target.environment_id,
            clientId: target.client_id,
            secret: () => (secret === undefined ? null : workspace.readSecretOf(file, secret)),
            authentication: target.token_endpoint_auth_method,
            scope: target.scope,
            isSandbox,
            limit,
          },
  };
}

function unreadable(name: string, file: string, problems: readonly Problem[]): KnownTarget {
  const view = { name, file, displayName: name, region: '', baseUrl: '', environmentId: '' };
  return { view: { ...view, isSandbox: false, limit: null, problems: [...problems] }, profile: null };
}

function missing(file: string, message: string): Problem {
  return { code: 'workspace.invalid', severity: 'error', message, location: { file } };
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
