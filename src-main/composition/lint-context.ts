import { type LintContext, settingsFile } from '#main/services/contract/index.ts';
import { type LintSettings, lintSettingsSchema } from '#shared/contract/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { defaultServicePort, vendorPresets } from '#shared/workspace/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { targetsOf } from './targets.ts';

/** The vendor's part of media types where no workspace says it. */
const defaultMediaType = vendorPresets[0]?.vendor.mediaType ?? '';

/** Services whose API is the contract's. */
const isHeldAgainst: ReadonlySet<ServiceKey> = new Set(['platform', 'authorizationServer']);

/** The parts of a workspace that the linter reads. */
type LintedWorkspace = Pick<
  Workspace,
  'files' | 'manifest' | 'variables' | 'readSecretOf' | 'registrations' | 'targets'
>;

/** Returns the lint settings in force; an unreadable file leaves the defaults. */
export function lintSettingsOf(workspace: Pick<Workspace, 'files'> | null): LintSettings {
  const document = workspace?.files.find(({ file }) => file === settingsFile)?.document;
  return lintSettingsSchema.parse(document?.value ?? {});
}

/** Where documents say that a hosted service is, whichever port it has got this time. */
function usualUrls(port: number | undefined, key: ServiceKey): readonly string[] {
  const named = new Set([port ?? 0, defaultServicePort(key)].filter((each) => each !== 0));
  return [...named].flatMap((each) => ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${each}`));
}

/**
 * Returns the context that the linter needs of a workspace; null: there is none, and only what every installation
 * knows counts.
 */
export function lintContextOf(
  workspace: LintedWorkspace | null,
  serviceUrl: (key: ServiceKey) => string,
  nowMillis: number,
): LintContext {
  const targets = workspace === null ? [] : targetsOf({ workspace, serviceUrl });
  const regions = vendorPresets.flatMap((preset) => preset.regions ?? []);
  const known = targets.flatMap(({ profile }) => profile ?? []);
  const usual = (key: ServiceKey) => usualUrls(workspace?.manifest.services[key].port, key);
  return {
    platformUrls: [
      serviceUrl('platform'),
      ...targets.map(({ view }) => view.baseUrl),
      ...regions.map(({ baseUrl }) => baseUrl),
      ...lintSettingsOf(workspace).hosts,
    ].filter((url) => url !== ''),
    authorizationUrls: [
      serviceUrl('authorizationServer'),
      ...known.map(({ tokenEndpoint }) => tokenEndpoint),
      ...regions.map(({ tokenEndpoint }) => tokenEndpoint),
    ],
    ownUrls: [
      ...serviceKeys.filter((key) => !isHeldAgainst.has(key)).map(serviceUrl),
      ...serviceKeys.flatMap(usual),
    ],
    variables: {
      ...Object.fromEntries(serviceKeys.map((key) => [`services.${key}`, serviceUrl(key)])),
      ...workspace?.variables,
    },
    publicClients: Object.fromEntries(
      (workspace?.registrations.clients() ?? []).map((client) => [client.clientId, client.isPublic]),
    ),
    issuers: Object.fromEntries((workspace?.targets ?? []).map(({ name, file }) => [name, file.issuer])),
    platforms: Object.fromEntries(
      known.map(({ name, baseUrl, environmentId }) => [name, { baseUrl, environmentId }]),
    ),
    mediaType: workspace?.manifest.vendor.mediaType ?? defaultMediaType,
    limitsPerSecond: Object.fromEntries(
      known.flatMap(({ baseUrl, limit }) =>
        limit?.mode === 'told' && URL.canParse(baseUrl) ? [[new URL(baseUrl).hostname, limit.perSecond]] : [],
      ),
    ),
    nowMillis,
  };
}
