import type { Vendor } from './manifest.ts';

/** The names of one product line, to be taken over into the settings of a workspace. */
export interface VendorPreset {
  readonly id: string;
  readonly label: string;
  readonly vendor: Vendor;
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
  },
];
