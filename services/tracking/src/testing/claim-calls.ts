import { randomUUIDv7 } from 'node:crypto';
import { assessmentMade, type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { eventually, type EventProbe } from '@tributary/testing';
import { type Conversion, snapshotOf } from '../domain/conversion.ts';
import { assessmentOf } from './fake-services.ts';
import { type Tracking } from './open-tracking.ts';

/** An affiliate with a link to a campaign. */
export interface Partner {
  readonly campaign: CampaignSnapshot;
  readonly link: LinkSnapshot;
}

interface ClaimBody {
  readonly data: {
    readonly id: string;
    readonly order_id: string;
    readonly status: string;
    readonly reason: string | null;
    readonly conversion_id: string | null;
    readonly error: string;
    readonly open: number;
    readonly next_before: string | null;
    readonly claims: readonly { readonly id: string; readonly conversion_id: string | null }[];
  };
}

/** Publishes attribution's assessments of stored orders, and waits until they are applied. */
const assessor =
  (tracking: Tracking, probe: EventProbe) =>
  async (
    orderIds: readonly string[],
    given: Parameters<typeof assessmentOf>[1] = {},
  ): Promise<void> => {
    const conversions = tracking.collection('conversions');
    const ofOrders = { orderId: { $in: [...orderIds] } };
    const found = await conversions.find(ofOrders).toArray();
    const events = found.map(({ _id: id, ...rest }) => {
      const snapshot = snapshotOf({ ...rest, id } as unknown as Conversion);
      return assessmentMade(assessmentOf(snapshot, given));
    });
    await probe.publish(...events);
    await eventually(
      async () => (await conversions.countDocuments({ ...ofOrders, assessedAt: null })) === 0,
    );
  };

interface Options {
  readonly headers: Record<string, string>;
  readonly body?: object;
}

const caller = (tracking: Tracking) => async (method: string, path: string, options: Options) => {
  const { status, headers, body } = await tracking.call(method, path, options);
  return { status, headers, body: body as unknown as ClaimBody };
};

/** Affiliates, and the orders that their links bring. */
const partnersOf = (tracking: Tracking) => ({
  aPartner: (
    given: { readonly sameAffiliate?: Partner; readonly sameCampaign?: Partner } = {},
  ): Partner => {
    const { sameAffiliate, sameCampaign } = given;
    return tracking.aLinkTo({
      ...(sameCampaign === undefined ? {} : { campaign: sameCampaign.campaign }),
      ...(sameAffiliate === undefined
        ? {}
        : { link: { affiliateId: sameAffiliate.link.affiliateId } }),
    });
  },

  anOrder: () => ({ order_id: randomUUIDv7(), ordered_at: new Date().toISOString() }),

  /** Reports an order of 100.00 through a click on the partner's link. @returns its id */
  order: async (partner: Partner, orderId: string = randomUUIDv7()): Promise<string> => {
    const click = tracking.clickIdOf(await tracking.follow(partner.link.trackingCode));
    const body = { click_id: click, transaction_id: orderId, order_value: 100 };
    await tracking.call('POST', '/api/track/conversion', { body });
    return orderId;
  },
});

/** Calls about claims, as an affiliate and its brand make them. */
export function claimCalls(tracking: Tracking, probe: EventProbe) {
  const asAffiliate = ({ link }: Partner) => tracking.affiliate(link.affiliateId);
  const asBrand = ({ campaign }: Partner) => tracking.brand(campaign.brandId);
  const call = caller(tracking);
  const get = (partner: Partner, id: string) =>
    call('GET', `/api/affiliate/claims/${id}`, { headers: asAffiliate(partner) });

  return {
    ...partnersOf(tracking),

    claim: (partner: Partner, given: object = {}, headers: Record<string, string> = {}) =>
      call('POST', '/api/affiliate/claims', {
        headers: { ...asAffiliate(partner), ...headers },
        body: {
          campaign_id: partner.campaign.campaignId,
          tracking_code: partner.link.trackingCode,
          order_id: randomUUIDv7(),
          ordered_at: new Date().toISOString(),
          ...given,
        },
      }),

    assess: assessor(tracking, probe),
    get,
    getOfBrand: (partner: Partner, id: string) =>
      call('GET', `/api/brand/claims/${id}`, { headers: asBrand(partner) }),
    list: (partner: Partner, query = '') =>
      call('GET', `/api/affiliate/claims${query}`, { headers: asAffiliate(partner) }),
    listOfBrand: (partner: Partner, query = '') =>
      call('GET', `/api/brand/claims${query}`, { headers: asBrand(partner) }),

    decide: (partner: Partner, id: string, body: object) =>
      call('PUT', `/api/brand/claims/${id}/decision`, { headers: asBrand(partner), body }),

    /** Waits until a claim is closed for a reason. */
    waitFor: (partner: Partner, id: string, reason: string) =>
      eventually(async () => (await get(partner, id)).body.data.reason === reason),
  };
}
export type ClaimCalls = ReturnType<typeof claimCalls>;
