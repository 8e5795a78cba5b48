import { settingsParts } from '../../words/en/settings-parts.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const settingsMessages = localised({ settingsParts });
