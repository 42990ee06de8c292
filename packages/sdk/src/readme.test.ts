import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWebhooks } from './index.ts';
import { type FakeApi, openFakeApi, SIGNING_SECRET } from './testing/fake-api.ts';
import { readmeSamples } from './package/readme-samples.ts';

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SDK = pathToFileURL(join(import.meta.dirname, 'index.ts')).href;

interface Sample {
  readonly POST?: (request: Request) => Promise<Response>;
}

describe('the samples of the README', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-samples-'));
  const environment = { ...process.env };
  const samples = readmeSamples();
  let api: FakeApi;

  beforeAll(async () => {
    api = await openFakeApi();
    process.env['TRIBUTARY_URL'] = api.baseUrl;
    process.env['TRIBUTARY_API_KEY'] = 'trk_test';
    process.env['TRIBUTARY_SIGNING_SECRET'] = SIGNING_SECRET;
    process.env['TRIBUTARY_WEBHOOK_SECRET'] = WEBHOOK_SECRET;
    for (const method of ['log', 'warn', 'error'] as const)
      jest.spyOn(console, method).mockReturnValue(undefined);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    process.env = environment;
    rmSync(directory, { recursive: true });
    await api.close();
  });

  const run = async (sample: string, index: number): Promise<Sample> => {
    const file = join(directory, `sample-${index}.mts`);
    writeFileSync(file, sample.replaceAll("'@tributary/sdk'", JSON.stringify(SDK)));
    return (await import(pathToFileURL(file).href)) as Sample;
  };

  it.each(samples.map((sample, index) => [index + 1, sample] as const))(
    'number %i runs',
    async (index, sample) => {
      const { POST } = await run(sample, index);
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
    expect([...api.effects.keys()]).toEqual(
      expect.arrayContaining(['order tx-1001', 'order tx-1002']),
    );
  });
});
