import type { Vendor } from './manifest.ts';

/** The names of one product line, to be taken over into the settings of a workspace. */
export interface VendorPreset {
  readonly id: string;
  readonly label: string;
  readonly vendor: Vendor;
  /** Where its platform is hosted; `{environmentId}` stands for the id of an environment. */
  readonly regions?: readonly PlatformRegion[];
}

/** A data centre of a platform. */
export interface PlatformRegion {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly tokenEndpoint: string;
}

/** A region whose servers have the names of a top-level domain. */
function regionOf(id: string, label: string, domain: string): PlatformRegion {
  return {
    id,
    label,
    baseUrl: `https://api.pingone.${domain}/v1`,
    tokenEndpoint: `https://auth.pingone.${domain}/{environmentId}/as/token`,
  };
}

/** The only place where names of real products are spelt; everything else builds names from these parts. */
export const vendorPresets: readonly VendorPreset[] = [
  {
    id: 'gatehouse',
    label: 'Gatehouse',
    vendor: {
      urn: 'gatehouse',
      header: 'Gatehouse',
      mediaType: 'gatehouse',
      userAgent: 'Gatehouse',
      validatedTokenType: 'Bearer',
    },
  },
  {
    id: 'ping-identity',
    label: 'Ping Identity',
    vendor: {
      urn: 'pingidentity.com',
      header: 'OpenIDM',
      mediaType: 'pingidentity',
      userAgent: 'ForgeRock',
      validatedTokenType: 'urn:pingidentity.com:oauth2:validated_token',
    },
    regions: [
      regionOf('na', 'North America', 'com'),
      regionOf('ca', 'Canada', 'ca'),
      regionOf('eu', 'Europe', 'eu'),
      regionOf('ap', 'Asia Pacific', 'asia'),
    ],
  },
];
