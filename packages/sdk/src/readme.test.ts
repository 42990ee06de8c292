import { openWebhooks } from './index.ts';
import { readmeSamples } from './package/samples.ts';
import { openSamples, WEBHOOK_SECRET } from './testing/run-samples.ts';

interface Sample {
  readonly POST?: (request: Request) => Promise<Response>;
}

describe('the samples of the README', () => {
  const samples = readmeSamples();
  let opened: Awaited<ReturnType<typeof openSamples>>;
  beforeAll(async () => {
    opened = await openSamples(process.env);
  });
  afterAll(() => opened.close());

  it.each(samples.map((sample, index) => [index + 1, sample] as const))(
    'number %i runs',
    async (_index, sample) => {
      const { POST } = await opened.load<Sample>(sample);
      if (POST === undefined) return;
      const { body, headers } = await openWebhooks(WEBHOOK_SECRET).signTestEvent({
        id: 'e',
        event: 'link.clicked',
      } as never);
      const request = (text: string): Request =>
        new Request('https://shop.example.com', { method: 'POST', body: text, headers });
      expect((await POST(request(body))).status).toBe(204);
      expect((await POST(request(`${body} `))).status).toBe(400);
    },
  );

  it('report their orders', () => {
    expect(samples.length).toBeGreaterThan(8);
    expect([...opened.api.effects.keys()]).toEqual(
      expect.arrayContaining(['order tx-1001', 'order tx-1002']),
    );
  });
});
