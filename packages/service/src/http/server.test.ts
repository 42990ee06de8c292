import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { closeServer, listen } from './server.ts';

/** Longer than a test may take, so that waiting for it fails the test. */
const GRACE_MS = 120_000;

it('closes connections without a request at once, and others after their response', async () => {
  const begun = Promise.withResolvers<() => void>();
  const server = await listen(
    (_req, res) => {
      begun.resolve(() => {
        res.end('done');
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  const { port } = server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const answer = fetch(`http://127.0.0.1:${String(port)}/`);
  const finish = await begun.promise;

  const closed = closeServer(server, GRACE_MS);
  await once(unused, 'close');
  finish();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

it('ends a connection by a response that announces it where time to drain is given', async () => {
  const server = await listen((_req, res) => res.end('done'), { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const answer = async () => {
    socket.write(request);
    const [text] = (await once(socket, 'data')) as [string];
    return /^connection: (.*)$/im.exec(text)?.[1];
  };
  expect(await answer()).toBe('keep-alive');
  const ended = once(socket, 'end');

  const closed = closeServer(server, GRACE_MS, GRACE_MS);
  expect(await answer()).toBe('close');
  await ended;
  await closed;
});

it('ends the connection of a request that runs when the stop begins by its response', async () => {
  const begun = Promise.withResolvers<() => void>();
  const server = await listen(
    (_req, res) => {
      begun.resolve(() => res.end('done'));
    },
    { host: '127.0.0.1', port: 0 },
  );
  const { port } = server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${String(port)}/`);
  const finish = await begun.promise;
  const closed = closeServer(server, GRACE_MS, GRACE_MS);
  finish();
  expect((await answer).headers.get('connection')).toBe('close');
  await closed;
});

it('answers a request that arrived on an idle connection before it is closed', async () => {
  const server = await listen((_req, res) => res.end('done'), { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
  socket.write(request);
  await once(socket, 'data');
  // It waits in the buffer of the server's socket.
  socket.write(request);
  const closed = closeServer(server, GRACE_MS);
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/done$/);
  await closed;
});
