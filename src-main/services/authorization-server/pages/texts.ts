const english = {
  signIn: 'Sign in',
  continueTo: 'to continue to',
  username: 'User name',
  password: 'Password',
  wrongCredentials: 'Incorrect user name or password. Check both and try again.',
  cannotCheck: 'Your password cannot be checked right now. Try again in a few minutes.',
  providerDenied: 'You did not sign in with the other provider. Try again, or sign in another way.',
  providerUnaccepted: 'That account is not allowed here. Sign in with another account.',
  providerUnavailable: 'The other provider is not responding. Try again in a few minutes.',
  providerFailed:
    'The sign-in with the other provider failed. If this happens again, contact the operator of this server.',
  goingOn: 'Redirecting to sign-in',
  goOn: 'Continue',
  goOnWhy: 'You will sign in at',
  signInWith: 'Sign in with',
  or: 'or',
  chooseAccount: 'Choose an account',
  anotherAccount: 'Use another account',
  goingBack: 'Redirecting to the application',
  goBack: 'Continue',
  goBackWhy: 'If nothing happens, select Continue.',
  whatYouAllowed: 'Applications with access',
  nothingAllowed: 'No application has access to your account.',
  takeBack: 'Remove access',
  signOut: 'Sign out',
  signOutQuestion: 'Sign out?',
  signOutAskedBy: 'asks to sign you out of this server.',
  signOutAsked: 'A page asks to sign you out of this server.',
  staySignedIn: 'Stay signed in',
  signedOut: 'You are signed out',
  signedOutWhy: 'You can close this page.',
  stillSignedIn: 'You are still signed in',
  stillSignedInWhy: 'Nothing was changed. You can close this page.',
  noGrant: 'It has no active grants.',
  oneGrant: 'It has 1 active grant.',
  manyGrants: 'It has {count} active grants.',
  allowAccess: 'Allow access?',
  asksFor: 'requests access to your account.',
  selfRegistered:
    'This application registered itself. Its name is not verified: allow it only if you started it.',
  fromDocument:
    'This application describes itself at the host below. Only that host is verified, not the name.',
  onlyLocal:
    'You will return to a program on this computer. Any program here can use this name: allow it only if you started it.',
  describedAt: 'Described by',
  signedInAs: 'Signed in as',
  itMay: 'Requested access',
  noScopes: 'Your identity only.',
  sendsBackTo: 'You will return to',
  allow: 'Allow',
  deny: 'Deny',
  cannotAnswer: 'This request is not valid',
  cannotAnswerWhy: 'The application that sent you here made a request that this server rejects.',
  cannotAnswerDo: 'Go back to the application. If this happens again, show this page to its operator.',
  over: 'This sign-in has ended',
  overWhy: 'It took longer than ten minutes, was already completed, or was started in another browser.',
  overDo: 'Go back to the application and sign in again.',
  unkept: 'Not saved yet',
  unkeptWhy: 'The change is made but cannot be saved right now. It is lost if the server stops.',
  unkeptDo: 'Check again in a minute.',
  server: 'Authorization server',
} as const;

/** The words of one language. */
export type Texts = Readonly<Record<keyof typeof english, string>>;

const german: Texts = {
  signIn: 'Anmelden',
  continueTo: 'weiter zu',
  username: 'Benutzername',
  password: 'Passwort',
  wrongCredentials:
    'Benutzername oder Passwort stimmt nicht. Prüfen Sie beides und melden Sie sich erneut an.',
  cannotCheck: 'Ihr Passwort kann gerade nicht geprüft werden. Versuchen Sie es in einigen Minuten erneut.',
  providerDenied:
    'Sie haben sich beim anderen Anbieter nicht angemeldet. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  providerUnaccepted: 'Dieses Konto ist hier nicht zugelassen. Melden Sie sich mit einem anderen Konto an.',
  providerUnavailable: 'Der andere Anbieter antwortet nicht. Versuchen Sie es in einigen Minuten erneut.',
  providerFailed:
    'Die Anmeldung beim anderen Anbieter ist fehlgeschlagen. Tritt das erneut auf, wenden Sie sich an den Betreiber dieses Servers.',
  goingOn: 'Weiter zur Anmeldung',
  goOn: 'Weiter',
  goOnWhy: 'Sie melden sich an bei',
  signInWith: 'Anmelden mit',
  or: 'oder',
  chooseAccount: 'Konto wählen',
  anotherAccount: 'Anderes Konto verwenden',
  goingBack: 'Zurück zur Anwendung',
  goBack: 'Weiter',
  goBackWhy: 'Wenn nichts geschieht, wählen Sie „Weiter“.',
  whatYouAllowed: 'Anwendungen mit Zugriff',
  nothingAllowed: 'Keine Anwendung hat Zugriff auf Ihr Konto.',
  takeBack: 'Zugriff entziehen',
  signOut: 'Abmelden',
  signOutQuestion: 'Abmelden?',
  signOutAskedBy: 'möchte Sie von diesem Server abmelden.',
  signOutAsked: 'Eine Seite möchte Sie von diesem Server abmelden.',
  staySignedIn: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet',
  signedOutWhy: 'Sie können diese Seite schließen.',
  stillSignedIn: 'Sie sind weiterhin angemeldet',
  stillSignedInWhy: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
  noGrant: 'Sie hat keine aktiven Berechtigungen.',
  oneGrant: 'Sie hat 1 aktive Berechtigung.',
  manyGrants: 'Sie hat {count} aktive Berechtigungen.',
  allowAccess: 'Zugriff erlauben?',
  asksFor: 'möchte auf Ihr Konto zugreifen.',
  selfRegistered:
    'Diese Anwendung hat sich selbst registriert. Ihr Name ist nicht geprüft: Erlauben Sie den Zugriff nur, wenn Sie sie gestartet haben.',
  fromDocument:
    'Diese Anwendung beschreibt sich selbst auf dem unten genannten Host. Nur dieser Host ist geprüft, nicht der Name.',
  onlyLocal:
    'Sie kehren zu einem Programm auf diesem Computer zurück. Jedes Programm hier kann diesen Namen verwenden: Erlauben Sie den Zugriff nur, wenn Sie es gestartet haben.',
  describedAt: 'Beschrieben von',
  signedInAs: 'Angemeldet als',
  itMay: 'Angeforderter Zugriff',
  noScopes: 'Nur Ihre Identität.',
  sendsBackTo: 'Sie kehren zurück zu',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  cannotAnswer: 'Diese Anfrage ist ungültig',
  cannotAnswerWhy: 'Die Anwendung, von der Sie kommen, hat eine Anfrage gestellt, die dieser Server ablehnt.',
  cannotAnswerDo:
    'Kehren Sie zur Anwendung zurück. Tritt das erneut auf, zeigen Sie diese Seite deren Betreiber.',
  over: 'Diese Anmeldung ist beendet',
  overWhy:
    'Sie hat länger als zehn Minuten gedauert, wurde bereits abgeschlossen oder in einem anderen Browser begonnen.',
  overDo: 'Kehren Sie zur Anwendung zurück, und melden Sie sich erneut an.',
  unkept: 'Noch nicht gespeichert',
  unkeptWhy:
    'Die Änderung gilt, kann aber gerade nicht gespeichert werden. Sie geht verloren, wenn der Server beendet wird.',
  unkeptDo: 'Prüfen Sie es in einer Minute erneut.',
  server: 'Autorisierungsserver',
};

/** Every language of the pages; the first is the one for everybody else. */
export const catalogue = { en: english, de: german } as const satisfies Record<string, Texts>;

export type Language = keyof typeof catalogue;

/** The first language that the client (`ui_locales`) or the browser (`Accept-Language`) wants and we have. */
export function pickLanguage(uiLocales: string | undefined, acceptLanguage: string | undefined): Language {
  const wanted = [...(uiLocales ?? '').split(' '), ...byWeight(acceptLanguage ?? '')];
  for (const tag of wanted) {
    const primary = tag.split('-', 1)[0]?.toLowerCase();
    if (primary === 'en' || primary === 'de') return primary;
  }
  return 'en';
}

function byWeight(acceptLanguage: string): readonly string[] {
  const ranges = acceptLanguage.split(',', 50).map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1]).find(Boolean);
    return { tag: tag.trim(), weight: Number(weight ?? 1) };
  });
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
