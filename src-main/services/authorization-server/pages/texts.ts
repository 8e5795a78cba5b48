const english = {
  signIn: 'Sign in',
  continueTo: 'to continue to',
  username: 'User name',
  password: 'Password',
  wrongCredentials: 'The user name or password is not right. Check both and sign in again.',
  cannotCheck: 'The password cannot be checked at the moment. Try again in a little while.',
  providerDenied: 'You did not sign in at the other provider. Try again, or sign in another way.',
  providerUnaccepted:
    'You signed in at the other provider, but that account may not be used here. Sign in with another one.',
  providerUnavailable: 'The other provider does not answer at the moment. Try again in a little while.',
  providerFailed:
    'The sign-in at the other provider did not work. If it happens again, tell those who run this server.',
  goingOn: 'Going on to sign in',
  goOn: 'Continue',
  goOnWhy: 'You sign in at',
  signInWith: 'Sign in with',
  or: 'or',
  chooseAccount: 'Choose an account',
  anotherAccount: 'Use another account',
  goingBack: 'Going back',
  goBack: 'Continue',
  goBackWhy: 'The application gets its answer. If nothing happens, continue by hand.',
  whatYouAllowed: 'What you have allowed',
  nothingAllowed: 'You have not allowed any application to use your account.',
  takeBack: 'Take back',
  signOut: 'Sign out',
  noGrant: 'It holds nothing at the moment.',
  oneGrant: 'It holds 1 grant.',
  manyGrants: 'It holds {count} grants.',
  allowAccess: 'Allow access?',
  asksFor: 'asks for access to your account.',
  signedInAs: 'Signed in as',
  itMay: 'It wants to use',
  noScopes: 'Who you are, and nothing else.',
  sendsBackTo: 'You go back to',
  allow: 'Allow',
  deny: 'Deny',
  cannotAnswer: 'This request cannot be answered',
  cannotAnswerWhy: 'The application that sent you here made a request that this server refuses.',
  cannotAnswerDo: 'Go back to the application. If it happens again, show this page to those who run it.',
  over: 'This sign-in is over',
  overWhy: 'It took longer than ten minutes, was finished already, or was begun in another browser.',
  overDo: 'Go back to the application and sign in again.',
  unkept: 'This is not written down yet',
  unkeptWhy:
    'The server did what you asked, but cannot write it down at the moment: should it end now, it would be undone.',
  unkeptDo: 'Look again in a minute.',
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
  cannotCheck: 'Das Passwort lässt sich gerade nicht prüfen. Versuchen Sie es gleich noch einmal.',
  providerDenied:
    'Sie haben sich beim anderen Anbieter nicht angemeldet. Versuchen Sie es erneut oder auf anderem Weg.',
  providerUnaccepted:
    'Beim anderen Anbieter sind Sie angemeldet, doch dieses Konto ist hier nicht zugelassen. Nehmen Sie ein anderes.',
  providerUnavailable: 'Der andere Anbieter antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  providerFailed:
    'Die Anmeldung beim anderen Anbieter ist misslungen. Geschieht es wieder, sagen Sie es denen, die diesen Server betreiben.',
  goingOn: 'Weiter zur Anmeldung',
  goOn: 'Weiter',
  goOnWhy: 'Sie melden sich an bei',
  signInWith: 'Anmelden mit',
  or: 'oder',
  chooseAccount: 'Konto wählen',
  anotherAccount: 'Anderes Konto verwenden',
  goingBack: 'Zurück zur Anwendung',
  goBack: 'Weiter',
  goBackWhy: 'Die Anwendung erhält ihre Antwort. Geschieht nichts, gehen Sie von Hand weiter.',
  whatYouAllowed: 'Was Sie erlaubt haben',
  nothingAllowed: 'Sie haben keiner Anwendung erlaubt, Ihr Konto zu benutzen.',
  takeBack: 'Zurücknehmen',
  signOut: 'Abmelden',
  noGrant: 'Sie hat zurzeit nichts.',
  oneGrant: 'Sie hat 1 Berechtigung.',
  manyGrants: 'Sie hat {count} Berechtigungen.',
  allowAccess: 'Zugriff erlauben?',
  asksFor: 'möchte auf Ihr Konto zugreifen.',
  signedInAs: 'Angemeldet als',
  itMay: 'Angefragt wird',
  noScopes: 'Wer Sie sind, und sonst nichts.',
  sendsBackTo: 'Sie kehren zurück zu',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  cannotAnswer: 'Diese Anfrage lässt sich nicht beantworten',
  cannotAnswerWhy: 'Die Anwendung, von der Sie kommen, hat eine Anfrage gestellt, die dieser Server ablehnt.',
  cannotAnswerDo:
    'Gehen Sie zurück zur Anwendung. Geschieht es wieder, zeigen Sie diese Seite denen, die sie betreiben.',
  over: 'Diese Anmeldung ist beendet',
  overWhy:
    'Sie dauerte länger als zehn Minuten, ist schon abgeschlossen oder wurde in einem anderen Browser begonnen.',
  overDo: 'Gehen Sie zurück zur Anwendung und melden Sie sich erneut an.',
  unkept: 'Das ist noch nicht gespeichert',
  unkeptWhy:
    'Der Server hat getan, worum Sie gebeten haben, kann es im Moment aber nicht speichern: Endet er jetzt, wäre es rückgängig gemacht.',
  unkeptDo: 'Sehen Sie in einer Minute noch einmal nach.',
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
