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
