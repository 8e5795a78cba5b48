import { type PlatformRegion, vendorPresets } from '#shared/workspace/vendor-presets.ts';

/** A platform as it is typed. */
export interface TargetDraft {
  readonly name: string;
  /** Id of a region; empty: one that is not known here. */
  readonly region: string;
  readonly baseUrl: string;
  readonly tokenEndpoint: string;
  readonly environmentId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requests a second; empty: it is learnt. */
  readonly limit: string;
}

export const emptyTarget: TargetDraft = {
  name: '',
  region: '',
  baseUrl: '',
  tokenEndpoint: '',
  environmentId: '',
  clientId: '',
  clientSecret: '',
  limit: '',
};

/** Regions whose addresses are known. */
export const knownRegions: readonly (PlatformRegion & { readonly vendor: string })[] = vendorPresets.flatMap(
  ({ id, label, regions = [] }) =>
    regions.map((region) => ({ ...region, id: `${id}-${region.id}`, vendor: label })),
);

/** The draft with the addresses of a region, as far as its environment is known. */
export function withRegion(draft: TargetDraft, region: string): TargetDraft {
  const known = knownRegions.find(({ id }) => id === region);
  if (known === undefined) return { ...draft, region: '' };
  const { baseUrl, tokenEndpoint } = known;
  return { ...draft, region, baseUrl, tokenEndpoint: filled(tokenEndpoint, draft.environmentId) };
}

/** The draft for an environment; the addresses of some regions contain its id. */
export function withEnvironment(draft: TargetDraft, environmentId: string): TargetDraft {
  const known = knownRegions.find(({ id }) => id === draft.region);
  const tokenEndpoint =
    known === undefined ? draft.tokenEndpoint : filled(known.tokenEndpoint, environmentId);
  return { ...draft, environmentId, tokenEndpoint };
}

function filled(tokenEndpoint: string, environmentId: string): string {
  return environmentId === '' ? tokenEndpoint : tokenEndpoint.replace('{environmentId}', environmentId);
}

/** Returns the names of the fields that are still to be filled in. */
export function missingOf(draft: TargetDraft): readonly (keyof TargetDraft)[] {
  const urls = (['baseUrl', 'tokenEndpoint'] as const).filter((field) => !isAddress(draft[field]));
  const texts = (['environmentId', 'clientId', 'clientSecret'] as const).filter(
    (field) => draft[field] === '',
  );
  const limit = draft.limit === '' || Number(draft.limit) > 0 ? [] : (['limit'] as const);
  return [...urls, ...texts, ...limit];
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && !text.includes('{');
}

/** The file of a target with its secret, which is sealed before the file is written. */
export function targetFile(draft: TargetDraft): { readonly file: string; readonly text: string } {
  const known = knownRegions.find(({ id }) => id === draft.region);
  const document = {
    display_name: draft.name,
    ...(known === undefined ? {} : { region: known.label }),
    base_url: draft.baseUrl,
    token_endpoint: draft.tokenEndpoint,
    environment_id: draft.environmentId,
    client_id: draft.clientId,
    client_secret: draft.clientSecret,
    ...(draft.limit === '' ? {} : { limit: { requests_per_second: Number(draft.limit) } }),
  };
  return { file: `platforms/${draft.name}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
