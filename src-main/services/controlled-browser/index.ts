export { callbackFields } from './callback.ts';
export {
  type ControlledBrowserPorts,
  type ControlledBrowsers,
  createControlledBrowsers,
  type OpenOptions,
} from './controlled-browsers.ts';
export { withoutValues } from './hidden-values.ts';
export type { CallbackSeen, HopSeen } from './hop.ts';
export { hopDraft } from './hop-draft.ts';
export { createPlayBrowsers, type PlayBrowserPool, type PlayNetwork } from './play-browsers.ts';
export type { BrowserSession } from './tab.ts';
