/** A route that is taken by one path and asks a script how often it may be. */
export function scriptedRoute(
  name: string,
  script: { readonly type: string; readonly source: string },
  answer: { readonly status: number; readonly entity: string } = { status: 200, entity: 'fine' },
) {
  const throttlingRatePolicy = { type: 'ScriptableThrottlingPolicy', config: script };
  return {
    name,
    condition: `\${request.uri.path == '/${name}'}`,
    handler: {
      type: 'Chain',
      config: {
        filters: [{ type: 'ThrottlingFilter', config: { throttlingRatePolicy } }],
        handler: { type: 'StaticResponseHandler', config: answer },
      },
    },
  };
}
