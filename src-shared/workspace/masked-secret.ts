/** Stands in an editor for a secret that lies in clear in the file. */
export const maskedSecret = '(secret in clear, not shown)';
