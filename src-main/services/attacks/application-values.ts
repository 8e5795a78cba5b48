/** An application as cases know it. */
export interface AttackedApplication {
  readonly start: string;
  readonly account: string;
  /** A text that the account page holds while the user of the cases is signed in. */
  readonly shows: string;
  /** Null: it has no address that sends people on. */
  readonly onward: string | null;
  readonly onwardParameter: string;
}

/** The values of an application, by the names under which cases know them. */
export function applicationValues(
  application: AttackedApplication,
): readonly (readonly [name: string, value: string])[] {
  const { start, account, shows, onward, onwardParameter } = application;
  return [
    ...addressOf('application_start', start),
    ...addressOf('application_account', account),
    ['application_shows', shows],
    ...(onward === null ? [] : addressOf('application_onward', onward)),
    ['application_next', onwardParameter],
  ];
}

function addressOf(name: string, address: string) {
  const { origin, pathname, search } = new URL(address);
  return [
    [`${name}_origin`, origin],
    [`${name}_path`, pathname + search],
  ] as const;
}
