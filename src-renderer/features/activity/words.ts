import { activity } from '../../words/en/activity.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const activityMessages = localised({ activity });
