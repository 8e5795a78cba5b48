import { expect, test } from 'vitest';
import { vendorPresets, vendorSchema } from '#shared/workspace/index.ts';

test('every preset fits the settings, and the first is what a workspace without one has', () => {
  for (const { vendor } of vendorPresets) expect(vendorSchema.parse(vendor)).toEqual(vendor);
  expect(vendorPresets[0]?.vendor).toEqual(vendorSchema.parse({}));
  expect(new Set(vendorPresets.map(({ id }) => id)).size).toBe(vendorPresets.length);
});

test('the preset of the modelled products gives the names that stand on their wires', () => {
  const { vendor } = vendorPresets.find(({ id }) => id === 'ping-identity') ?? { vendor: undefined };
  expect(`urn:${vendor?.urn}:oauth2:grant_type:validate_bearer`).toBe(
    'urn:pingidentity.com:oauth2:grant_type:validate_bearer',
  );
  expect(`X-${vendor?.header}-Username`).toBe('X-OpenIDM-Username');
});
