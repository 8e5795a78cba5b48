// The floor of a start: plain JavaScript, so that nothing has to be compiled that is not the server itself.
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end('ok\n'));
server.listen(0, '127.0.0.1', () => process.stdout.write('listening\n'));
