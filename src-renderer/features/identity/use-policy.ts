import { type AuthorizationServerSettings, manifestSchema } from '#shared/workspace/index.ts';
import { useSettings } from '../../workbench/use-settings.ts';

const byDefault = manifestSchema.parse({ name: '-' });

/** The policy in force; before the engine has told it, that of a workspace that says nothing of it. */
export function usePolicy(): { readonly settings: AuthorizationServerSettings; readonly vendorUrn: string } {
  const { at } = useSettings();
  const told = manifestSchema.shape.services.safeParse(at('/services'));
  const urn = at('/vendor/urn');
  return {
    settings: (told.success ? told.data : byDefault.services).authorizationServer,
    vendorUrn: typeof urn === 'string' ? urn : byDefault.vendor.urn,
  };
}
