/** True if a run in this state has ended. */
export function isOver({ state }: { readonly state: string }): boolean {
  return state === 'passed' || state === 'failed' || state === 'cancelled';
}
