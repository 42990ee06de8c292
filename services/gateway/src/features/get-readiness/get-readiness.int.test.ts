import { eventually } from '@tributary/testing';
import { openGateway, openUpstream } from '../../testing/open-gateway.ts';

const services = [
  ...['identity', 'campaign', 'tracking', 'attribution', 'commission', 'payout'],
  ...['notification', 'webhook', 'analytics', 'console'],
];
const opsSettingOf = (name: string) => `${name.toUpperCase()}_OPS_URL`;

it('reports a service as ready while one of its instances stops and another is ready', async () => {
  const states = [503, 200];
  const calls: (string | undefined)[] = [];
  const ops = await openUpstream((_req, res) => res.end('{}'));
  const restarted = await openUpstream((req, res) => {
    calls.push(req.headers.connection);
    res.writeHead(states.shift() ?? 200).end('{}');
  });
  const urls = Object.fromEntries(services.map((name) => [opsSettingOf(name), ops.url]));
  const gateway = await openGateway({}, { ...urls, PAYOUT_OPS_URL: restarted.url });
  try {
    const response = await fetch(`${gateway.url}/health/ready`);
    expect(response.status).toBe(200);
    expect(calls).toEqual(['close', 'close']);
  } finally {
    await gateway.close();
    await Promise.all([ops.close(), restarted.close()]);
  }
});

it('reports ready only while every service is ready', async () => {
  const ops = await openUpstream((_req, res) => res.end('{}'));
  let down = false;
  const flaky = await openUpstream((_req, res) =>
    res.writeHead(down ? 503 : 200).end(JSON.stringify({ degraded: down ? [] : ['kafka'] })),
  );
  const urls = Object.fromEntries(services.map((name) => [opsSettingOf(name), ops.url]));
  const healthy = await openGateway({}, { ...urls, PAYOUT_OPS_URL: flaky.url });
  try {
    const live = await fetch(`${healthy.url}/health/live`);
    expect(await live.json()).toEqual({ status: 'live' });
    const ready = await fetch(`${healthy.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      services: Object.fromEntries(services.map((name) => [name, 'ready'])),
      degraded: { payout: ['kafka'] },
    });
    down = true;
    await eventually(async () => {
      const response = await fetch(`${healthy.url}/health/ready`);
      const { services } = (await response.json()) as { services: Record<string, string> };
      return response.status === 503 && services['payout'] === 'not_ready';
    });
  } finally {
    await healthy.close();
    await Promise.all([ops.close(), flaky.close()]);
  }
});

it('waits for the instances of a service that do not answer once, not for each', async () => {
  const ops = await openUpstream((_req, res) => res.end('{}'));
  const hanging = await openUpstream(() => undefined);
  const urls = Object.fromEntries(services.map((name) => [opsSettingOf(name), ops.url]));
  const gateway = await openGateway({}, { ...urls, PAYOUT_OPS_URL: hanging.url });
  try {
    const response = await fetch(`${gateway.url}/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ services: { payout: 'unreachable' } });
    expect(hanging.received).toHaveLength(1);
  } finally {
    await gateway.close();
    await Promise.all([ops.close(), hanging.close()]);
  }
});
