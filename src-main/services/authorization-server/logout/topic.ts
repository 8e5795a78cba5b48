/** Under which the outbox has what clients are told of sign-outs. */
export const logoutTopic = 'backchannel-logout';
