/** True of a run that has ended with its user signed in, whatever came after that. */
export function isSignedIn(run: {
  readonly state: string;
  readonly failedAt: { readonly isSignIn: boolean } | null;
}): boolean {
  return isOver(run) && run.state !== 'cancelled' && run.failedAt?.isSignIn !== true;
}

/** True if a run in this state has ended. */
export function isOver({ state }: { readonly state: string }): boolean {
  return state === 'passed' || state === 'failed' || state === 'cancelled';
}
