import { attributionChangeApplied, attributionChangeUndone } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { decideAssessment } from '../../domain/assessment.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { aKnownCampaign } from '../../testing/campaigns.ts';
import { noEvidence } from '../../testing/evidence.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { runNextStep } from './run-attribution-changes.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const convertedAt = new Date(Date.now() - DAY_MS);
const period = {
  start_date: new Date(convertedAt.getTime() - DAY_MS).toISOString(),
  end_date: new Date(convertedAt.getTime() + 1_000).toISOString(),
};

/** A campaign whose orders were credited to their last click, by the second of two affiliates. */
async function campaignWith(count: number) {
  const campaign = await aKnownCampaign(running, { model: 'last_click' });
  const { campaignId, brandId } = campaign;
  const [first, last] = [newId(), newId()];
  const touches = [first, last].map((affiliateId) => ({
    affiliateId,
    clickId: newId(),
    linkId: null,
    occurredAt: convertedAt,
  }));
  const context = {
    settings: defaultSettings,
    journey: { touches, convertedAt },
    visitorId: null,
    evidence: noEvidence,
  };
  const assessments = Array.from({ length: count }, () => {
    const order = aConversion({ campaignId, brandId, convertedAt: convertedAt.toISOString() });
    const made = { assessmentId: newId(), now: convertedAt };
    return decideAssessment(order, context, made).assessment;
  });
  await running.deps.assessments.create(assessments);
  for (const { conversionId } of assessments) running.books.owners.set(conversionId, last);
  const path = `/api/brand/conversions/campaigns/${campaignId}/attribution/changes`;
  const ids = assessments.map(({ conversionId }) => conversionId);
  return { campaign, first, last, path, ids, brand: running.caller(brandId) };
}

type Campaign = Awaited<ReturnType<typeof campaignWith>>;

/** A change as the API shows it. */
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly fingerprint: string;
  readonly preview: object;
  readonly undone: object;
  readonly undo_id: string;
  readonly affiliates: { readonly affiliate_id: string }[];
}

async function stateOf({ brand, path }: Campaign, id: string): Promise<Shown> {
  const { body } = await brand.get(`${path}/${id}`);
  return body.data as Shown;
}

const reach = (campaign: Campaign, id: string, status: string) =>
  eventually(async () => {
    const change = await stateOf(campaign, id);
    return change.status === status ? change : false;
  });

async function prepared(campaign: Campaign): Promise<Shown> {
  const request = { model: 'first_click', ...period };
  const { status, body } = await campaign.brand.post(campaign.path, request);
  expect(status).toBe(202);
  return reach(campaign, (body.data as Shown).id, 'ready');
}

describe('an attribution change', () => {
  it('is prepared, applied and undone in batches, each cut off once and booked once', async () => {
    const campaign = await campaignWith(600);
    const { brand, path, first, last, ids } = campaign;
    const { books } = running;
    const skipped = ids.slice(0, 3);
    for (const id of skipped) books.owners.delete(id);
    const change = await prepared(campaign);
    const moved = 597;
    expect(change.preview).toEqual({
      conversions: 600,
      changed: moved,
      skipped: { not_approved: 3 },
    });
    expect(books.booked.size).toBe(0);
    const sums = { conversions: moved, owed_back: 0 };
    const gains = { ...sums, before: 0, after: moved * 10, difference: moved * 10 };
    const loses = { ...sums, before: moved * 10, after: 0, difference: -moved * 10 };
    const byId = (affiliates: { affiliate_id: string }[]) =>
      new Map(affiliates.map((one) => [one.affiliate_id, one]));
    expect(byId(change.affiliates).get(first)).toMatchObject({ preview: gains, applied: null });
    expect(byId(change.affiliates).get(last)).toMatchObject({ preview: loses });

    books.state.callsUntilFailure = 1;
    const { fingerprint } = change;
    const applied = await brand.post(`${path}/${change.id}/apply`, { fingerprint });
    expect(applied).toMatchObject({ status: 202, body: { data: { status: 'applying' } } });
    const after = await reach(campaign, change.id, 'applied');
    expect(after).toMatchObject({ applied: change.preview, progress: 1 });
    expect(byId(after.affiliates).get(first)).toMatchObject({ applied: gains, undone: null });
    expect(books.booked.size).toBe(moved);
    const event = await running.probe.waitFor(
      attributionChangeApplied,
      (one) => one.affiliateId === first,
    );
    expect(event.data).toMatchObject({
      changeId: change.id,
      campaignName: 'Spring sale',
      totals: [{ currency: 'USD', conversions: moved, beforeMinor: 0, afterMinor: moved * 1_000 }],
    });
    const explained = () =>
      brand
        .get(`/api/brand/conversions/${ids[3]}/explanation`)
        .then(({ body }) => body.data as { attribution: object });
    expect((await explained()).attribution).toMatchObject({
      model: 'first_click',
      shares: [{ affiliate_id: first, share: 1 }],
      attribution_change_id: change.id,
    });

    books.state.callsUntilFailure = 2;
    expect((await brand.post(`${path}/${change.id}/undo`, undefined)).status).toBe(202);
    const undone = await reach(campaign, change.id, 'undone');
    expect(undone.undone).toEqual(change.preview);
    expect(books.booked.size).toBe(2 * moved);
    await running.probe.waitFor(attributionChangeUndone, (one) => one.affiliateId === last);
    expect((await explained()).attribution).toMatchObject({
      model: 'last_click',
      shares: [{ affiliate_id: last, share: 1 }],
      attribution_change_id: null,
    });
    const again = await brand.post(`${path}/${change.id}/undo`, undefined);
    expect(again).toMatchObject({ status: 202, body: { data: { undo_id: undone.undo_id } } });
    const refused = await brand.post(`${path}/${change.id}/apply`, { fingerprint });
    expect(refused).toMatchObject({ status: 409, body: { data: { error: 'change_undone' } } });
  });

  it('lists its conversions in pages, with what each moves or why it is skipped', async () => {
    const campaign = await campaignWith(5);
    running.books.owners.delete(campaign.ids[0]!);
    const { id } = await prepared(campaign);
    const pages = await Promise.all(
      [1, 2].map((page) =>
        campaign.brand.get(`${campaign.path}/${id}/conversions?per_page=3&page=${page}`),
      ),
    );
    const rows = pages.flatMap(({ body }) => body.data as { conversion_id: string }[]);
    expect(pages[0]?.body.pagination).toEqual({ page: 1, per_page: 3, total: 5, pages: 2 });
    expect(rows.map((row) => row.conversion_id).sort()).toEqual(campaign.ids.toSorted());
    expect(rows.find((row) => row.conversion_id === campaign.ids[0])).toMatchObject({
      preview: { skipped: 'not_approved', affiliates: [] },
      applied: null,
    });
    expect(rows.find((row) => row.conversion_id === campaign.ids[1])).toMatchObject({
      preview: {
        skipped: null,
        affiliates: [
          { affiliate_id: campaign.first, before: 0, after: 10, difference: 10, owed_back: 0 },
          { affiliate_id: campaign.last, before: 10, after: 0, difference: -10, owed_back: 0 },
        ],
      },
    });
    const listed = await campaign.brand.get(campaign.path);
    expect(listed.body.data).toMatchObject([{ id, status: 'ready' }]);
  });

  it('saves nothing of a step that another instance took over meanwhile', async () => {
    const campaign = await campaignWith(2);
    const { deps } = running;
    const change = await prepared(campaign);
    const stored = await deps.attributionChanges.find(change.id, campaign.campaign.brandId);
    const stale = { id: change.id, claim: 'of a dead instance' };
    await expect(deps.attributionChanges.saveStep(stale, { done: 2 }, false)).rejects.toThrow(
      'was taken over',
    );
    expect(await deps.attributionChanges.find(change.id, campaign.campaign.brandId)).toEqual(
      stored,
    );
    expect(await runNextStep(deps)()).toBe(false);
  });
});

describe('a brand', () => {
  it('cannot apply a preview whose campaign’s terms moved on, or with another fingerprint', async () => {
    const campaign = await campaignWith(1);
    const change = await prepared(campaign);
    const apply = (fingerprint: string) =>
      campaign.brand.post(`${campaign.path}/${change.id}/apply`, { fingerprint });
    expect(await apply('of another')).toMatchObject({
      status: 409,
      body: { data: { error: 'fingerprint_mismatch' } },
    });
    const { terms } = running.books.state;
    running.books.state.terms = '{"value":"12"}';
    expect(await apply(change.fingerprint)).toMatchObject({
      status: 409,
      body: { data: { error: 'terms_changed' } },
    });
    running.books.state.terms = terms;
    expect((await apply(change.fingerprint)).status).toBe(202);
    await reach(campaign, change.id, 'applied');
  });

  it('undoes the later of two changes of a period first, and previews again after a change', async () => {
    const campaign = await campaignWith(2);
    const { brand, path } = campaign;
    const [first, stale] = [await prepared(campaign), await prepared(campaign)];
    const apply = (change: { id: string; fingerprint: string }) =>
      brand.post(`${path}/${change.id}/apply`, { fingerprint: change.fingerprint });
    expect((await brand.post(`${path}/${first.id}/undo`, undefined)).body).toMatchObject({
      data: { error: 'change_not_applied' },
    });
    await apply(first);
    await reach(campaign, first.id, 'applied');
    expect((await apply(stale)).body).toMatchObject({ data: { error: 'terms_changed' } });
    const second = await prepared(campaign);
    await apply(second);
    await reach(campaign, second.id, 'applied');
    const undo = (id: string) => brand.post(`${path}/${id}/undo`, undefined);
    expect(await undo(first.id)).toMatchObject({
      status: 409,
      body: { data: { error: 'later_change_applied' } },
    });
    await undo(second.id);
    await reach(campaign, second.id, 'undone');
    await undo(first.id);
    await reach(campaign, first.id, 'undone');
  });

  it('needs the Pro tier, its own campaign and a period that has ended', async () => {
    const campaign = await campaignWith(1);
    const { path, brand } = campaign;
    const request = { model: 'linear', ...period };
    const { brandId } = campaign.campaign;
    const free = running.caller(brandId, 'brand', 'free');
    expect(await free.post(path, request)).toMatchObject({
      status: 403,
      body: { data: { error: 'plan_required' } },
    });
    const other = running.caller(newId());
    expect((await other.post(path, request)).status).toBe(404);
    const { id } = await prepared(campaign);
    expect((await other.get(`${path}/${id}`)).status).toBe(404);
    expect((await other.get(`${path}/${id}/conversions`)).status).toBe(404);
    expect((await other.post(`${path}/${id}/undo`, undefined)).status).toBe(404);
    const future = { ...request, end_date: new Date(Date.now() + DAY_MS).toISOString() };
    expect((await brand.post(path, future)).status).toBe(400);
    expect((await brand.post(path, { ...request, model: 'any' })).status).toBe(400);
  });
});
