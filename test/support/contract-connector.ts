/** A connector whose configuration names a platform, with what is in `path` of its QUERY. */
export function platformConnector(path: string): Readonly<Record<string, unknown>> {
  return {
    connectorRef: {
      bundleName: 'org.gatehouse.connectors.rest-connector',
      bundleVersion: '[1.5.20.29,1.6.0.0)',
      connectorName: 'org.gatehouse.connectors.rest.RestConnector',
    },
    enabled: false,
    configurationProperties: {
      serviceUri: '&{services.platform}/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48',
      authenticationMethod: 'TOKEN',
      authToken: { $secret: 'platform' },
      objectTypes: {
        __ACCOUNT__: {
          schema: [],
          operations: {
            QUERY: {
              path,
              method: 'GET',
              idPath: 'id',
              namePath: 'name',
              responseMapping: { items: { name: 'name' } },
            },
          },
        },
      },
    },
  };
}
