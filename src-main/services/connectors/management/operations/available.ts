import { connectorVersion } from '#shared/connectors/index.ts';
import type { ManagementOperation } from '../context.ts';
import { plainResponse } from './responses.ts';

/** Which connectors the host has. */
export const availableOperation: ManagementOperation = {
  id: 'available-connectors',
  method: 'POST',
  on: 'systems',
  action: 'availableConnectors',
  needsConnector: false,
  perform(context) {
    const known = context.ports.systems.all.flatMap(({ document }) => document?.connectorRef ?? []);
    const names = [...new Map(known.map((ref) => [`${ref.bundleName} ${ref.connectorName}`, ref])).values()];
    return plainResponse(context, {
      connectorRef: names.map(({ bundleName, connectorName }) => ({
        bundleName,
        bundleVersion: connectorVersion,
        connectorName,
        displayName: 'REST Connector',
      })),
    });
  },
};
