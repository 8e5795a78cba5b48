import { connectorStops, flowStops } from './flow-stops.ts';
import { consentStops, contractStops, throttleStops } from './lab-stops.ts';
import type { Stop } from './stop.ts';
import { dialogStops, windowStops } from './window-stops.ts';

/** Every screen and the main dialogs, in tours of about one length: each takes one window. */
export const tours: Readonly<Record<string, readonly Stop[]>> = {
  'the window and what is about the workspace': [...windowStops, ...dialogStops],
  'flows, tokens, attacks and connectors': [...flowStops, ...connectorStops],
  'throttling, consents and the contract': [...throttleStops, ...consentStops, ...contractStops],
};
