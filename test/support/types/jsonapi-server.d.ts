/** The part of the package jsonapi-server that the tests use; it has no types of its own. */
declare module 'jsonapi-server' {
  const jsonApi: {
    readonly Joi: { string(): unknown };
    readonly MemoryHandler: new () => object;
    setConfig(config: Readonly<Record<string, string | number>>): void;
    define(resource: Readonly<Record<string, unknown>>): void;
    start(): void;
    close(): void;
  };
  export default jsonApi;
}
