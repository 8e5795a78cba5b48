/** Members whose values are URIs that the server, or a browser, may come to ask for. RFC 7591 §2 and §5 */
export const uriMembers = [
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'jwks_uri',
  'sector_identifier_uri',
  'initiate_login_uri',
  'request_uris',
] as const;
