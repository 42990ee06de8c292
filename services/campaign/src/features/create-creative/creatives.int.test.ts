import { auditEntryRecorded } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { KIB } from '@tributary/units';
import { gatewayFetch } from '@tributary/testing';
import { aGif, aJpg, aPng, aZip } from '../../testing/files.ts';
import {
  type Answer,
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

type Caller = ReturnType<RunningCampaign['caller']>;
type Sent = {
  file: Buffer | string;
  kind: string;
  name?: string;
  fileName?: string;
  type?: string;
};

async function aCampaign() {
  const brand = running.caller('brand');
  const campaign = plainCampaign({ approval: { mode: 'auto' } });
  const { body } = await brand.post('/api/brand/campaigns', campaign);
  const campaignId = String(body.id);
  return { brand, campaignId, path: `/api/brand/campaigns/${campaignId}/creatives` };
}

function formOf({ file, kind, name = 'A banner', fileName = 'banner.png', type }: Sent): FormData {
  const form = new FormData();
  const bytes = new Uint8Array(Buffer.from(file));
  form.append('file', new Blob([bytes], { type: type ?? 'image/png' }), fileName);
  form.append('kind', kind);
  form.append('name', name);
  return form;
}

const add = (who: Caller, path: string, sent: Sent | FormData, key?: string): Promise<Answer> =>
  who.upload(path, sent instanceof FormData ? sent : formOf(sent), key);

describe('creatives of a campaign', () => {
  it('have five formats, detected by their bytes, and public files', async () => {
    const { brand, campaignId, path } = await aCampaign();
    const html = '<p>Save <b>10 %</b> <a href="https://go.example.com/r/x">now</a></p>';
    const given = [
      [{ file: aPng(300, 250), kind: 'image', fileName: 'x.exe' }, 'png', 'image/png'],
      [{ file: aJpg(), kind: 'image', type: 'text/html' }, 'jpg', 'image/jpeg'],
      [{ file: aGif(), kind: 'image' }, 'gif', 'image/gif'],
      [{ file: html, kind: 'html' }, 'html', 'text/html; charset=utf-8'],
      [{ file: 'Zehn Prozent für alle ✓\n', kind: 'text' }, 'text', 'text/plain; charset=utf-8'],
    ] as const;
    for (const [sent, format, type] of given) {
      const { status, body } = await add(brand, path, sent);
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { campaign_id: campaignId, format, content_type: type, kind: sent.kind },
      });
      expect(body.url).toBe(`https://go.example.com/creatives/${String(body.id)}`);
      const shown = await gatewayFetch(
        'campaign',
        `${running.service.url}/creatives/${String(body.id)}?utm=x`,
      );
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toBe(type);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox/);
      const bytes = Buffer.from(await shown.arrayBuffer());
      if (format === 'html') expect(bytes.toString()).toContain('<b>10 %</b>');
      else expect(bytes).toEqual(Buffer.from(sent.file));
      const etag = shown.headers.get('etag') ?? '';
      const again = await gatewayFetch('campaign', shown.url, {
        headers: { 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
    }
    const { body: list } = await brand.get(path);
    expect(list.pagination.total).toBe(5);
    expect(list.creatives[0].format).toBe('text');
    expect(list.creatives[4]).toMatchObject({ width: 300, height: 250 });
  });

  it('are served with a policy by which HTML runs no scripts and sends nothing', async () => {
    const { brand, path } = await aCampaign();
    const { body } = await add(brand, path, { file: '<p>Hi</p>', kind: 'html' });
    const shown = await gatewayFetch(
      'campaign',
      `${running.service.url}/creatives/${String(body.id)}`,
    );
    const policy = shown.headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    expect(policy).toContain("default-src 'none'");
  });

  it.each<[string, Sent, number, string]>([
    ['a zip bomb named .png', { file: aZip(), kind: 'image' }, 400, 'unsupported_creative'],
    [
      'an image with a zip appended',
      { file: Buffer.concat([aPng(), aZip()]), kind: 'image' },
      400,
      'unsupported_creative',
    ],
    [
      'an image of too many pixels',
      { file: aPng(9_000, 9_000), kind: 'image' },
      400,
      'creative_too_large',
    ],
    [
      'an SVG with script',
      { file: '<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>', kind: 'image' },
      400,
      'unsupported_creative',
    ],
    ['an SVG as HTML', { file: '<svg onload="1"/>', kind: 'html' }, 400, 'creative_has_script'],
    [
      'HTML with script',
      { file: '<p>a</p><script>1</script>', kind: 'html' },
      400,
      'creative_has_script',
    ],
    ['an image as HTML', { file: aPng(), kind: 'html' }, 400, 'unsupported_creative'],
    ['HTML as an image', { file: '<p>Hi</p>', kind: 'image' }, 400, 'unsupported_creative'],
    [
      'HTML of too many bytes',
      { file: 'x'.repeat(201 * KIB), kind: 'html' },
      413,
      'creative_too_large',
    ],
    [
      'text of too many bytes',
      { file: 'x'.repeat(11 * KIB), kind: 'text' },
      413,
      'creative_too_large',
    ],
    [
      'bytes that are no text',
      { file: Buffer.from([0xff, 0xfe, 0]), kind: 'text' },
      400,
      'unsupported_creative',
    ],
    ['an empty file', { file: '', kind: 'text' }, 400, 'unsupported_creative'],
    ['an unknown kind', { file: aPng(), kind: 'video' }, 400, 'invalid_request'],
  ])('refuse %s, and store nothing', async (_, sent, status, error) => {
    const { brand, path } = await aCampaign();
    const refused = await add(brand, path, sent);
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect((await brand.get(path)).body.pagination.total).toBe(0);
  });

  it('name every invalid field of a form, and accept forms only', async () => {
    const { brand, path } = await aCampaign();
    const form = formOf({ file: aPng(), kind: 'image', name: ' ' });
    form.append('colour', 'red');
    form.append('kind', 'html');
    const { status, body } = await add(brand, path, form);
    expect(status).toBe(400);
    for (const field of ['name:', 'colour:', 'kind:']) expect(body.detail).toContain(field);
    expect((await brand.post(path, { name: 'x' })).status).toBe(415);
  });

  it('are created once for two requests with one Idempotency-Key', async () => {
    const { brand, path } = await aCampaign();
    const sent = formOf({ file: aPng(), kind: 'image' });
    const bytes = await brand.encoded(sent);
    const first = await brand.sendEncoded(path, bytes, 'banner');
    const second = await brand.sendEncoded(path, bytes, 'banner');
    expect(second).toEqual(first);
    expect((await brand.get(path)).body.pagination.total).toBe(1);
  });

  it('are changed by their brand alone, and listed for its members', async () => {
    const { brand, campaignId, path } = await aCampaign();
    const { body: creative } = await add(brand, path, { file: aGif(), kind: 'image' });
    const [other, affiliate] = [running.caller('brand'), running.caller('affiliate')];
    const offered = `/api/affiliate/campaigns/${campaignId}/creatives`;
    expect((await add(other, path, { file: aGif(), kind: 'image' })).status).toBe(404);
    expect((await other.get(path)).status).toBe(404);
    expect((await other.delete(`${path}/${String(creative.id)}`)).status).toBe(404);
    const one = `${path}/${String(creative.id)}`;
    expect((await brand.get(one)).body).toEqual(creative);
    const absent = await brand.get(`${path}/${newId()}`);
    expect([absent.status, (await other.get(one)).status]).toEqual([404, 404]);
    expect((await affiliate.get(offered)).status).toBe(403);
    await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    expect((await affiliate.get(offered)).body.creatives).toEqual([creative]);
    expect((await brand.delete(`${path}/${newId()}`)).status).toBe(404);
    expect((await brand.delete(`${path}/${String(creative.id)}`)).status).toBe(200);
    const changesOf = async (operationId: string) => {
      const { data } = await running.probe.waitFor(
        auditEntryRecorded,
        (one) => one.operationId === operationId && one.targetIds.includes(String(creative.id)),
      );
      return data.changes;
    };
    const whole = { format: creative.format, name: '[hidden]' };
    expect(await changesOf('createCreative')).toMatchObject([
      { kind: 'creative', before: null, after: whole },
    ]);
    expect(await changesOf('deleteCreative')).toMatchObject([
      { kind: 'creative', before: whole, after: null },
    ]);
    const shown = `${running.service.url}/creatives/${String(creative.id)}`;
    expect((await gatewayFetch('campaign', shown)).status).toBe(404);
  });

  it('are not served once their campaign is archived, which accepts no new ones', async () => {
    const { brand, campaignId, path } = await aCampaign();
    const { body: creative } = await add(brand, path, { file: aGif(), kind: 'image' });
    await brand.put(`/api/brand/campaigns/${campaignId}`, { status: 'archived' });
    const shown = await gatewayFetch(
      'campaign',
      `${running.service.url}/creatives/${String(creative.id)}`,
    );
    expect(shown.status).toBe(404);
    expect((await add(brand, path, { file: aGif(), kind: 'image' })).body.error).toBe(
      'campaign_archived',
    );
  });
});
