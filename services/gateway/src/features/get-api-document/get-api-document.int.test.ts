import { openGateway, openUpstream } from '../../testing/open-gateway.ts';

it('merges the documents of all services, and names the unavailable services', async () => {
  const document = {
    paths: {
      '/api/track/x': { get: { operationId: 'getX', responses: { '200': { description: 'X' } } } },
    },
  };
  const tracking = await openUpstream((req, res) => {
    res.writeHead(req.url === '/openapi.json' ? 200 : 404).end(JSON.stringify(document));
  });
  const documented = await openGateway({ tracking: tracking.url });
  try {
    const response = await fetch(`${documented.url}/openapi.json`);
    expect(response.status).toBe(200);
    const merged = (await response.json()) as Record<string, object>;
    expect(merged).toMatchObject({ openapi: '3.1.1' });
    expect(Object.keys(merged['paths'] ?? {})).toContain('/api/track/x');
    expect(merged['x-unavailable']).toContain('payout');
    expect(merged['x-unavailable']).not.toContain('tracking');
  } finally {
    await documented.close();
    await tracking.close();
  }
});
