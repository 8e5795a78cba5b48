import type { OperateStep } from '#shared/flows/index.ts';
import { PlayFailure } from './play-failure.ts';
import type { Operator } from './target.ts';

/**
 * Performs an action of the operator of the hosted server.
 * @throws PlayFailure where the server is not ours
 */
export async function operate(
  operator: Operator | null,
  operation: OperateStep['operation'],
  subject: string,
): Promise<void> {
  if (operator === null) throw new PlayFailure('Only the hosted server supports this operation.');
  const [first = '', second = ''] = subject.split(' ');
  switch (operation) {
    case 'revoke-by-administrator':
      return operator.revokeByAdministrator(subject);
    case 'revoke-by-user':
      return operator.revokeByUser(subject);
    case 'disable-client':
      return operator.setClientEnabled(subject, false);
    case 'enable-client':
      return operator.setClientEnabled(subject, true);
    case 'remove-grant':
      return operator.setGrantAllowed(first, second, false);
    case 'restore-grant':
      return operator.setGrantAllowed(first, second, true);
    case 'move-redirect-uri':
      return operator.setRedirectUriMoved(subject, true);
    case 'restore-redirect-uri':
      return operator.setRedirectUriMoved(subject, false);
    case 'change-password':
      return operator.setPassword(subject, 'changed-while-the-grant-lived');
    case 'restore-password':
      return operator.setPassword(subject, null);
  }
}
