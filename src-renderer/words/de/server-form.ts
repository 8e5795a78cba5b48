import type { serverForm as english } from '../en/server-form.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of the form that adds another server, in German. */
export const serverForm: Words<typeof english> = {
  serverForm: {
    title: 'Server hinzufügen',
    issuer: 'Issuer',
    issuerHelp: 'Seine URL, wie seine Metadaten sie nennen: https://id.example.com',
    find: 'Nachschlagen',
    addresses: 'Seine Metadaten',
    isFound: 'gefunden',
    notFound:
      'Keine Adresse liefert Metadaten dieses Issuers. Seine Endpunkte lassen sich später in der Datei nennen.',
    takes: 'Clients weisen sich aus durch',
    clients: 'Unsere Clients dort',
    clientsHelp:
      'Zwei mit Code-Ablauf, ein öffentlicher und einer mit client_credentials zeigen das meiste; was fehlt, wird ausgelassen.',
    client: (number: number) => `Client ${number}`,
    addClient: 'Client hinzufügen',
    removeClient: (number: number) => `Client ${number} entfernen`,
    clientId: 'client_id',
    authentication: 'Er weist sich aus durch',
    authentications: {
      client_secret_basic: 'Geheimnis im Header',
      client_secret_post: 'Geheimnis im Body',
      private_key_jwt: 'Signiertes JWT',
      tls_client_auth: 'Zertifikat',
      none: 'Nichts: Er ist öffentlich',
    },
    secret: 'Geheimnis',
    secretHelp: 'Es wird versiegelt und steht nie in der Datei.',
    privateKey: 'Privater Schlüssel',
    privateKeyHelp: 'Ein JWK oder PEM. Er wird versiegelt.',
    certificate: 'Zertifikat',
    certificateHelp: 'PEM.',
    certificateKey: 'Schlüssel des Zertifikats',
    certificateKeyHelp: 'PEM. Er wird versiegelt.',
    redirectUris: 'Redirect-URIs',
    redirectUrisHelp: 'Wie sie dort registriert sind, mit Leerzeichen dazwischen.',
    grantTypes: 'Grant-Typen',
    grantTypesHelp: 'Mit Leerzeichen dazwischen. Leer: Nur der Server weiß es.',
    scope: 'Scope',
    users: 'Benutzer dort',
    usersHelp: 'Wer sich anmeldet, wenn ein Ablauf ohne Mensch läuft. Passwörter werden versiegelt.',
    user: (number: number) => `Benutzer ${number}`,
    addUser: 'Benutzer hinzufügen',
    removeUser: (number: number) => `Benutzer ${number} entfernen`,
    username: 'Name',
    password: 'Passwort',
    test: 'Testen',
    testHelp: (host: string) =>
      `Meldet sich bei ${host} mit diesen Clients und Benutzern an, mit höchstens 30 Anfragen.`,
    testing: 'Wird ausprobiert…',
    tested: (requests: number) => `Mit ${plural(requests, 'Anfrage', 'Anfragen')} ausprobiert`,
    works: 'funktioniert',
    noClients: 'Kein Client wurde ausprobiert.',
    name: 'Name der Datei',
    nameHelp: 'Buchstaben, Ziffern, Punkt, Bindestrich und Unterstrich; keiner, der vergeben ist.',
    act: 'Server hinzufügen',
    added: (file: string) => `${file} geschrieben`,
  },
};
