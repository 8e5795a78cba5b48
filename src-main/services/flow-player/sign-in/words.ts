/** Words, one after the other. */
function listed(text: string): readonly string[] {
  return text.split('|');
}

/** Words of sign-in pages in English, German, French, Spanish and Japanese, in lower case. */

export const userWords = listed(
  'user|login|e-mail|email|mail|account|identifier|loginfmt|benutzer|anmeldename|kennung|konto|' +
    'utilisateur|identifiant|courriel|usuario|correo|cuenta|ユーザ|アカウント|メール|ログインid|会員|利用者',
);

export const passwordWords = listed(
  'password|passwd|pwd|passwort|kennwort|mot de passe|contraseña|contrasena|パスワード|暗証番号',
);

export const codeWords = listed(
  'one-time|one time|otp|otc|passcode|verification code|security code|authentication code|' +
    'authenticator|login code|access code|2fa|mfa|einmal|bestätigungscode|sicherheitscode|' +
    'code de vérification|code de sécurité|code à usage|código|codigo|認証コード|確認コード|ワンタイム|' +
    'セキュリティコード|認証番号',
);

/** Fields on a sign-in page that do not belong to the sign-in. */
export const otherWords = listed('search|suche|recherche|buscar|検索|coupon|postal|captcha');

/** Buttons by which a sign-in goes on, whole or as their beginning. */
export const goWords = listed(
  'next|continue|sign in|signin|log in|login|log on|submit|verify|confirm|ok|done|proceed|go|' +
    'enter|weiter|anmelden|einloggen|bestätigen|fortfahren|absenden|prüfen|überprüfen|suivant|' +
    'continuer|se connecter|connexion|valider|vérifier|confirmer|siguiente|continuar|' +
    'iniciar sesión|acceder|entrar|verificar|confirmar|ingresar|次へ|続行|続ける|ログイン|サインイン|送信|確認|認証|進む',
);

/** Buttons by which a person lets a client in. */
export const allowWords = listed(
  'allow|accept|authorize|authorise|approve|grant|agree|i agree|yes|permit|consent|zulassen|' +
    'erlauben|akzeptieren|zustimmen|genehmigen|ja|autoriser|accepter|oui|approuver|permitir|' +
    'autorizar|aceptar|sí|許可|同意|承認|はい|許諾',
);

/** Buttons by which a person says no. */
export const denyWords = listed(
  "deny|decline|refuse|reject|cancel|no|don’t allow|don't allow|do not allow|abort|disagree|" +
    'ablehnen|verweigern|abbrechen|nein|refuser|annuler|non|rechazar|denegar|cancelar|拒否|キャンセル|' +
    'いいえ|同意しない|同意しません|許可しない',
);

/** Buttons that pass over a page which offers something. */
export const skipWords = listed(
  'not now|skip|later|maybe later|remind me later|ask me later|no thanks|no, thanks|' +
    'no thank you|nicht jetzt|später|überspringen|plus tard|ignorer|pas maintenant|ahora no|' +
    'omitir|más tarde|今はしない|後で|スキップ',
);

/** Buttons that lead away from a sign-in, wherever in their text it stands. */
export const awayWords = listed(
  'forgot|reset|register|sign up|signup|create|google|facebook|apple|github|linkedin|twitter|' +
    "passkey|security key|help|privacy|terms|trouble|can’t access|can't access|back|another way|" +
    'show|hide|resend|send again|new code|qr|language|download|vergessen|zurücksetzen|' +
    'registrieren|erstellen|hilfe|datenschutz|zurück|anzeigen|erneut|passkey|oublié|créer|' +
    'inscrire|aide|retour|afficher|renvoyer|olvid|crear|regístr|registr|ayuda|volver|atrás|' +
    'mostrar|reenviar|忘れ|新規|登録|作成|ヘルプ|戻る|パスキー|再送|表示|mit microsoft|with microsoft|sign in with|' +
    'log in with|continue with|anmelden mit|weiter mit|continuer avec|se connecter avec|' +
    'continuar con|iniciar sesión con|でログイン|でサインイン|で続ける|で続行',
);

export const otherAccountWords = listed(
  'use another account|use a different account|another account|different account|anderes konto|' +
    'autre compte|otra cuenta|別のアカウント|他のアカウント',
);

/** Pages that offer to keep somebody signed in. */
export const staySignedInWords = listed(
  'stay signed in|keep me signed in|remain signed in|angemeldet bleiben|rester connecté|' +
    'mantener la sesión|サインインの状態を維持|ログイン状態を保持|サインインしたまま',
);

/** Frames and fields by which a page wants to know that a person is there. */
export const captchaWords = listed(
  'captcha|turnstile|arkoselabs|funcaptcha|not a robot|kein roboter|pas un robot|no soy un robot',
);

export const pushWords = listed(
  'approve the request|approve sign in|approve the sign-in|sent a notification|' +
    'check your phone|open your authenticator|push notification|auf ihrem telefon|' +
    'anforderung genehmigen|anmeldung bestätigen sie|sur votre téléphone|en su teléfono|通知を送信|' +
    '要求を承認',
);

export const passkeyWords = listed(
  'passkey|security key|windows hello|touch id|sicherheitsschlüssel|clé de sécurité|' +
    'llave de seguridad|パスキー|セキュリティキー',
);

/** Links by which a page goes back to asking for a password. */
export const passwordInsteadWords = listed(
  'use password|use your password|password instead|passwort verwenden|kennwort verwenden|' +
    'utiliser un mot de passe|utiliser votre mot de passe|usar contraseña|usar la contraseña|' +
    'パスワードを使用',
);

export const newPasswordWords = listed(
  'new password|neues passwort|neues kennwort|nouveau mot de passe|nueva contraseña|新しいパスワード',
);

/** Boxes of a page of consent that change nothing for the client. */
export const besideWords = listed(
  'remember|ask again|newsletter|marketing|offers|merken|werbung|se souvenir|recordar|記憶|メルマガ',
);

/** True where one of the words stands anywhere in a text. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** True where a text is one of the words, or begins with one as a word of its own. */
export function beginsWithAny(text: string, words: readonly string[]): boolean {
  const lower = text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replaceAll('-', ' ');
  return words.some((word) => {
    if (!lower.startsWith(word)) return false;
    const next = lower.charAt(word.length);
    // Japanese puts no space between words.
    return next === '' || !/[\p{L}\p{N}'’]/u.test(next) || word.charCodeAt(0) > 0x2fff;
  });
}
