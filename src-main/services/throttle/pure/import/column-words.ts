/** Names of columns in German, French and Spanish, by the English ones that the meanings of columns are told by. */
const words: Readonly<Record<string, string>> = {
  date: 'datum fecha',
  time:
    'zeit zeitstempel zeitpunkt uhrzeit datum_uhrzeit datum_und_uhrzeit ' +
    'horodatage heure date_heure hora fecha_hora fecha_y_hora marca_de_tiempo',
  client_ip:
    'ip_adresse ipadresse client_adresse clientadresse client_ip_adresse quell_ip quelladresse quell_adresse ' +
    'remote_adresse adresse_ip ip_client adresse_client adresse_du_client ip_source ' +
    'dirección_ip direccion_ip ip_cliente ip_del_cliente ip_origen',
  method:
    'methode http_methode anfragemethode anfrage_methode méthode méthode_http methode_http ' +
    'método metodo método_http metodo_http',
  path: 'pfad url_pfad anfragepfad anfrage_pfad chemin ruta camino',
  query: 'abfrage abfrageteil abfrage_parameter anfrageparameter paramètres parámetros',
  request: 'anfrage anfragezeile requête requete solicitud petición peticion',
  host: 'hôte hote anfitrión',
  status:
    'statuscode http_statuscode antwortcode antwort_code antwortstatus rückgabecode ' +
    'statut statut_http code_statut code_http code_de_statut code_réponse code_retour ' +
    'estado estado_http código codigo código_http código_de_estado codigo_de_estado',
  user:
    'benutzer benutzername benutzerkennung nutzer nutzername anwender konto ' +
    'utilisateur nom_utilisateur compte usuario nombre_de_usuario cuenta',
  client: 'kunde mandant anwendung verbraucher cliente aplicación',
  password: 'passwort kennwort mot_de_passe contraseña',
  secret: 'geheimnis clientgeheimnis client_geheimnis',
  duration: 'dauer antwortzeit laufzeit bearbeitungszeit durée duree duración duracion',
  size: 'größe groesse antwortgröße taille tamaño',
};

const english = new Map(
  Object.entries(words).flatMap(([name, own]) => own.split(' ').map((word) => [word, name] as const)),
);

/** The name of a column as its meaning is told by: in English, with underscores for spaces and hyphens. */
export function plainName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = madePlain(name);
  // A log has few columns, and asks for them with each line.
  if (known.size < maxKnown) known.set(name, plain);
  return plain;
}

const maxKnown = 1_000;
const known = new Map<string, string>();

function madePlain(name: string): string {
  const plain = name.trim().replace(/[\s-]+/g, '_');
  const dot = plain.lastIndexOf('.');
  const word = english.get(
    plain
      .slice(dot + 1)
      .normalize('NFC')
      .toLowerCase(),
  );
  return word === undefined ? plain : `${plain.slice(0, dot + 1)}${word}`;
}
