import { describe, expect, test } from 'vitest';
import { type ImportOptions, importTrace } from '#main/services/throttle/pure/import/index.ts';
import { type LoggedRequest, loggedRequests } from '#test/unit/src-main/services/throttle/truth/logs.ts';

const requests = loggedRequests(5, 400, false);

function imported(text: string, options: Partial<ImportOptions> = {}) {
  const reader = importTrace('csv', { hash: (secret) => `h-${secret.length}`, ...options });
  reader.push(text);
  return reader.finish('trace');
}

const values = ({ atMillis, address, method, host, path, status }: LoggedRequest) => [
  new Date(atMillis).toISOString(),
  address,
  method,
  host,
  path,
  status,
];
const table = (head: string) => [head, ...requests.map((each) => values(each).join(';')), ''].join('\n');

/** The requests as they are simulated. */
function read({ traffic }: ReturnType<typeof imported>) {
  const columns = traffic.trace?.shapes?.columns ?? [];
  const of = (role: string, shape: number) => {
    const column = columns.find((each) => each.role === role);
    return column?.texts[column.codes[shape] ?? -1];
  };
  return Array.from(traffic.trace?.client ?? [], (shape) => [
    of('remoteAddress', shape),
    of('method', shape),
    of('uri', shape),
    of('status', shape),
  ]);
}

const expected = requests.map(({ address, method, host, path, status }) => [
  address,
  method,
  `http://${host}${path}`,
  String(status),
]);

describe('names of columns', () => {
  test.each([
    'time;client_ip;method;host;path;status',
    'Time;Client IP;HTTP Method;Host;Request Path;Status Code',
    'time;client-ip;http-method;host;request-path;status-code',
    'Zeit;Client IP;Methode;Host;Pfad;Status',
    'Zeitstempel;IP-Adresse;HTTP-Methode;Host;Anfragepfad;Statuscode',
    'Datum;Quell-IP;Anfragemethode;Host;Pfad;Antwortcode',
    'Horodatage;Adresse IP;Méthode;Hôte;Chemin;Statut',
    'Fecha;Dirección IP;Método;Host;Ruta;Código',
  ])('are understood: %s', (head) => {
    const result = imported(table(head));
    expect(result.missing).toEqual({ address: 0, path: 0, method: 0 });
    expect(read(result)).toEqual(expected);
    expect(result.taken).toEqual({ time: head.split(';')[0], key: head.split(';')[1] });
  });

  test('tell clients apart, secrets and what is of the answer in German too', () => {
    const text = 'Zeit;Benutzer;Passwort;Pfad;Dauer\n1;ann;hunter2;/a;17\n2;bob;hunter2;/a;18\n';
    const { taken, traffic, leftOut } = imported(text);
    expect(taken.key).toBe('Benutzer');
    expect(JSON.stringify(traffic)).not.toContain('hunter2');
    expect(leftOut.map(({ name }) => name)).toEqual(['Dauer']);
  });
});

describe('columns that a person chooses', () => {
  const head = 'when;who;verb;where;what;path';
  test('hold the path and the method, whatever others are called', () => {
    const result = imported(table(head), { time: 'when', key: 'who', path: 'what', method: 'verb' });
    expect(result.missing).toEqual({ address: 400, path: 0, method: 0 });
    expect(read(result).map(([, method, uri]) => [method, uri])).toEqual(
      requests.map(({ method, path }) => [method, `http://localhost${path}`]),
    );
  });

  test('that are not there leave every request without', () => {
    const result = imported(table('time;client_ip;method;host;path;status'), { path: 'weg', method: 'verb' });
    expect(result.missing).toEqual({ address: 0, path: 400, method: 400 });
  });

  test('stand before a request line', () => {
    const text = 'time,request,upstream_uri,verb\n1,GET /a HTTP/1.1,/b,PUT\n';
    expect(read(imported(text, { path: 'upstream_uri' }))[0]).toMatchObject({
      1: 'GET',
      2: 'http://localhost/b',
    });
    expect(read(imported(text, { method: 'verb' }))[0]).toMatchObject({ 1: 'PUT', 2: 'http://localhost/a' });
  });
});
