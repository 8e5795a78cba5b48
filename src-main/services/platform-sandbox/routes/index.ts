import type { Route } from '../context.ts';
import { activityRoutes } from './activities.ts';
import { agreementTextRoutes } from './agreement-texts.ts';
import { agreementRoutes } from './agreements.ts';
import { applicationRoutes } from './applications.ts';
import { consentRoutes } from './consents.ts';
import { deviceAuthenticationRoutes } from './device-authentications.ts';
import { devicePolicyRoutes } from './device-policies.ts';
import { deviceRoutes } from './devices.ts';
import { environmentRoutes } from './environments.ts';
import { flowRoutes } from './flows.ts';
import { languageRoutes } from './languages.ts';
import { metricsRoutes } from './metrics.ts';
import { notificationsSettingsRoutes } from './notifications-settings.ts';
import { passwordPolicyRoutes } from './password-policies.ts';
import { passwordRoutes } from './passwords.ts';
import { riskRoutes } from './risk.ts';
import { signOnPolicyRoutes } from './sign-on-policies.ts';
import { notificationTemplateRoutes } from './templates.ts';
import { userRoutes } from './users.ts';

/** Every call of the platform. Spec 3 §4 */
export const platformRoutes: readonly Route[] = [
  ...environmentRoutes,
  ...userRoutes,
  ...agreementRoutes,
  ...agreementTextRoutes,
  ...consentRoutes,
  ...languageRoutes,
  ...notificationTemplateRoutes,
  ...notificationsSettingsRoutes,
  ...applicationRoutes,
  ...riskRoutes,
  ...signOnPolicyRoutes,
  ...passwordPolicyRoutes,
  ...passwordRoutes,
  ...devicePolicyRoutes,
  ...deviceRoutes,
  ...deviceAuthenticationRoutes,
  ...metricsRoutes,
  ...activityRoutes,
  ...flowRoutes,
];
