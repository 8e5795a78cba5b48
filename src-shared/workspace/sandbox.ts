/** The environment that the sandbox of the platform has. */
export const sandboxEnvironmentId = '9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48';
