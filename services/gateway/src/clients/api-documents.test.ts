import { openUpstream } from '../testing/open-gateway.ts';
import { type ApiService, apiServices } from '../domain/routed-service.ts';
import { openApiDocuments } from './api-documents.ts';

it('keeps the last document of a service that does not respond any more', async () => {
  const document = { paths: { '/api/track/x': {} } };
  const tracking = await openUpstream((_req, res) => res.end(JSON.stringify(document)));
  const nowhere = 'http://127.0.0.1:9';
  const urls = Object.fromEntries(apiServices.map((service) => [service, nowhere]));
  const getDocuments = openApiDocuments(
    { ...(urls as Record<ApiService, string>), tracking: tracking.url },
    { tokenFor: () => 'token' },
  );
  expect(await getDocuments()).toMatchObject({ tracking: document, payout: undefined });
  await tracking.close();
  expect(await getDocuments()).toMatchObject({ tracking: document, payout: undefined });
});
