/** The file of an enabled REST connector. */
export function restConnector(name: string, configurationProperties: Readonly<Record<string, unknown>>) {
  return {
    name,
    enabled: true,
    connectorRef: {
      bundleName: 'org.gatehouse.connectors.rest-connector',
      bundleVersion: '[1.5.20.29,1.6.0.0)',
      connectorName: 'org.gatehouse.connectors.rest.RestConnector',
    },
    configurationProperties,
  };
}
