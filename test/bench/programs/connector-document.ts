import { readConnector } from '#shared/connectors/index.ts';

const attributes = ['userName', 'givenName', 'sn', 'mail', 'description'];
const responseMapping = {
  userName: 'login',
  givenName: 'name.given',
  sn: 'name.family',
  mail: 'contact.email',
  telephoneNumber: 'contact.phones[*].number',
  description: 'employment.title',
  hired: 'employment.hired',
  active: 'employment.active',
};

/** The connector that is measured: eight attributes of a person. */
export function connectorDocument(remote: string) {
  const { connector, problems } = readConnector({
    configurationProperties: {
      serviceUri: remote,
      authenticationMethod: 'TOKEN',
      authToken: '&{token}',
      maximumConnections: 64,
      objectTypes: {
        __ACCOUNT__: {
          schema: [
            ...attributes.map((fieldName) => ({ fieldName, type: 'STRING', flags: [] })),
            { fieldName: 'telephoneNumber', type: 'STRING', flags: ['MULTIVALUED'] },
            { fieldName: 'hired', type: 'DATETIME', flags: [] },
            { fieldName: 'active', type: 'BOOLEAN', flags: [] },
          ],
          operations: {
            GET: { path: '/users/{uid}', method: 'GET', idPath: 'id', namePath: 'login', responseMapping },
            QUERY: {
              path: '/users',
              method: 'GET',
              idPath: 'id',
              namePath: 'login',
              responseMapping: { items: responseMapping },
              pagination: {
                offSetPagination: { type: 'param', param: 'limit={_pageSize}&offset={_pagedResultsOffSet}' },
              },
            },
          },
        },
      },
    },
  });
  if (connector === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return connector;
}
