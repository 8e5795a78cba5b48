// The screens speak the language of the system, and what they say is compared in English wherever the tests run.
if (globalThis.navigator !== undefined)
  Object.defineProperty(globalThis.navigator, 'languages', { value: ['en-GB'], configurable: true });
