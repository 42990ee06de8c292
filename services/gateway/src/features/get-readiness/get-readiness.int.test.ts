import { eventually } from '@tributary/testing';
import { openGateway, openUpstream } from '../../testing/open-gateway.ts';

it('reports ready only while every service is ready', async () => {
  const ops = await openUpstream((_req, res) => res.end('{}'));
  const names = ['identity', 'campaign', 'tracking', 'attribution', 'commission', 'payout'];
  const all = [...names, 'notification', 'webhook', 'analytics', 'console'];
  let down = false;
  const flaky = await openUpstream((_req, res) =>
    res.writeHead(down ? 503 : 200).end(JSON.stringify({ degraded: down ? [] : ['kafka'] })),
  );
  const urls = Object.fromEntries(all.map((name) => [`${name.toUpperCase()}_OPS_URL`, ops.url]));
  const healthy = await openGateway({}, { ...urls, PAYOUT_OPS_URL: flaky.url });
  try {
    const live = await fetch(`${healthy.url}/health/live`);
    expect(await live.json()).toEqual({ status: 'live' });
    const ready = await fetch(`${healthy.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      services: Object.fromEntries(all.map((name) => [name, 'ready'])),
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
