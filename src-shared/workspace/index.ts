export * from './client-of-metadata.ts';
export * from './default-ports.ts';
export * from './environment.ts';
export * from './files.ts';
export * from './flow-file.ts';
export * from './identity-provider.ts';
export * from './json-pointer.ts';
export * from './jwt-issuer.ts';
export * from './manifest.ts';
export * from './overlay.ts';
export * from './platform-target.ts';
export * from './registrations.ts';
export * from './saml-issuer.ts';
export * from './secret.ts';
export * from './secret-paths.ts';
export * from './services/authorization-server.ts';
export * from './services/client-documents.ts';
export * from './services/platform.ts';
export {
  followsRfcs,
  type NamedProfile,
  namedProfiles,
  type Profile,
  profiles,
  readsStrictly,
  settingsOfProfile,
} from './services/profile.ts';
export * from './services/registration-policy.ts';
export * from './services/sample-upstreams.ts';
export * from './target.ts';
export * from './three-way.ts';
export * from './variables.ts';
export * from './vendor-presets.ts';
export * from './webhook.ts';
