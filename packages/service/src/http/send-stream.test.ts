import { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { reply } from './route.ts';
import { sendStream } from './send-stream.ts';
import { closeServer, listen } from './server.ts';

const headers = { 'content-type': 'text/event-stream' };

describe('a reply that is a stream', () => {
  let body: PassThrough;
  const open = async () => {
    body = new PassThrough();
    const server = await listen(
      (_req, res) => {
        if (!sendStream(res, 'id', reply(200, { headers, body }))) res.end('plain');
      },
      { host: '127.0.0.1', port: 0 },
    );
    const { port } = server.address() as AddressInfo;
    return { server, url: `http://127.0.0.1:${String(port)}/` };
  };

  it('is sent as it arrives, the head first, and ends with its source', async () => {
    const { server, url } = await open();
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    body.write('one');
    body.end('two');
    expect(await answer.text()).toBe('onetwo');
    await closeServer(server, 0);
  });

  it('ends its source when the client disconnects', async () => {
    const { server, url } = await open();
    const leaving = new AbortController();
    await fetch(url, { signal: leaving.signal });
    const closed = new Promise((resolve) => body.once('close', resolve));
    leaving.abort();
    await closed;
    await closeServer(server, 0);
  });

  it('does not delay a stop', async () => {
    const { server, url } = await open();
    const answer = await fetch(url);
    const started = performance.now();
    await closeServer(server, 30_000);
    expect(performance.now() - started).toBeLessThan(5_000);
    await expect(answer.text()).rejects.toThrow();
  });

  it('has a head only for a HEAD request', async () => {
    const { server, url } = await open();
    const answer = await fetch(url, { method: 'HEAD' });
    expect(await answer.text()).toBe('');
    expect(body.destroyed).toBe(true);
    await closeServer(server, 0);
  });

  it('does not send other bodies', () => {
    expect(sendStream({} as never, 'id', reply(200, { body: 'text' }))).toBe(false);
  });
});
