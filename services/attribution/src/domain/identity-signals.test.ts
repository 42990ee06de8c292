import { type ConversionSnapshot, type OrderEvidence } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { defaultWeights } from './fraud-weights.ts';
import {
  deviceMismatch,
  deviceVelocity,
  disposableEmail,
  geoMismatch,
  listedAddresses,
  selfReferral,
} from './identity-signals.ts';
import { factOf, type OrderFact, reusedAmong } from './order-fact.ts';

const evidenceOf = (given: Partial<OrderEvidence> = {}): OrderEvidence => ({
  visitorId: 'cookie',
  clickCountry: null,
  buyerIp: null,
  buyerUserAgent: null,
  buyerCountry: null,
  mailboxHash: null,
  isDisposableEmail: null,
  cartOpenedAt: null,
  ...given,
});
const order = (
  evidence: Partial<OrderEvidence> | null,
  given: Partial<ConversionSnapshot> = {},
): ConversionSnapshot =>
  aConversion({
    customerEmailHash: 'ann',
    ...given,
    evidence: evidence === null ? null : evidenceOf(evidence),
  });
const anyPublic = (ip: string | null): boolean => ip !== null;

describe('self_referral', () => {
  const affiliate = { mailboxHashes: ['own'], ips: ['198.51.100.1'] };
  const valueOf = (conversion: ConversionSnapshot, isPublic = anyPublic) =>
    selfReferral(conversion, affiliate, isPublic).value;

  it('knows the affiliate by mailbox, and by the address of click or order', () => {
    expect(valueOf(order({ mailboxHash: 'own' }))).toBe(1);
    expect(valueOf(order({ buyerIp: '198.51.100.1' }))).toBe(1);
    expect(valueOf(order({}, { ip: '198.51.100.1' }))).toBe(1);
    expect(valueOf(order({ mailboxHash: 'other' }))).toBe(0);
  });

  it('takes no private address for a sign, as whole offices share it', () => {
    const local = order({ mailboxHash: 'other' }, { ip: '198.51.100.1' });
    expect(valueOf(local, () => false)).toBe(0);
  });

  it('is not available where either side is unknown', () => {
    expect(selfReferral(order({ mailboxHash: 'own' }), null, anyPublic).value).toBeNull();
    expect(valueOf(order(null, { ip: null }))).toBeNull();
    expect(valueOf(order({}, { affiliateId: null }))).toBeNull();
  });
});

describe('what lists say of addresses', () => {
  const valuesOf = (...given: Parameters<typeof listedAddresses>) =>
    listedAddresses(...given).map(({ factor, value }) => [factor, value]);

  it('tells data centres and Tor from VPNs, and says nothing of what it cannot look up', () => {
    expect(valuesOf(['datacenter'])).toEqual([
      ['datacenter_ip', 1],
      ['vpn_ip', 0],
    ]);
    expect(valuesOf(['tor', 'vpn'])).toEqual([
      ['datacenter_ip', 1],
      ['vpn_ip', 1],
    ]);
    expect(valuesOf([])).toEqual([
      ['datacenter_ip', 0],
      ['vpn_ip', 0],
    ]);
    expect(valuesOf(null).map(([, value]) => value)).toEqual([null, null]);
  });
});

describe('click and order side by side', () => {
  it('differ in country, device or not, and where one is unknown nothing is said', () => {
    expect(geoMismatch(evidenceOf({ clickCountry: 'DE', buyerCountry: 'BR' })).value).toBe(1);
    expect(geoMismatch(evidenceOf({ clickCountry: 'DE', buyerCountry: 'DE' })).value).toBe(0);
    expect(geoMismatch(evidenceOf({ clickCountry: 'DE' })).value).toBeNull();
    expect(geoMismatch(undefined).value).toBeNull();
    const device = (looksAtDevices: boolean, isOtherDevice: boolean | null) =>
      deviceMismatch({ looksAtDevices, isOtherDevice }).value;
    expect([device(true, true), device(true, false), device(true, null)]).toEqual([1, 0, null]);
    expect(device(false, true)).toBeNull();
  });

  it('a throw-away mailbox is one, and no mailbox is none', () => {
    expect(disposableEmail(evidenceOf({ isDisposableEmail: true })).value).toBe(1);
    expect(disposableEmail(evidenceOf({ isDisposableEmail: false })).value).toBe(0);
    expect(disposableEmail(evidenceOf()).value).toBeNull();
  });
});

describe('device_velocity', () => {
  const factBy = (customerEmailHash: string, given: Partial<OrderFact> = {}): OrderFact => ({
    ...factOf(order({}, { customerEmailHash, brandId: 'brand' })),
    ...given,
  });
  const fact = factBy('ann');
  const valueOf = (ofDevice: OrderFact[], fromAddress: OrderFact[] = [], looksAtDevices = false) =>
    deviceVelocity(fact, { ofDevice, fromAddress }, { looksAtDevices, weights: defaultWeights })
      .value;

  it('counts other customers of the cookie, each once', () => {
    expect(valueOf([factBy('ann'), factBy('ann')])).toBe(0);
    expect(valueOf([factBy('bob'), factBy('bob')])).toBe(0.5);
    expect(valueOf([factBy('bob'), factBy('cid')])).toBe(1);
    expect(valueOf([factBy('bob', { visitorId: 'other' })])).toBe(0);
  });

  it('counts lookalikes at one address only where the campaign looks at devices', () => {
    const crowd = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => factBy(name, { visitorId: name }));
    expect(valueOf([], crowd)).toBe(0);
    expect(valueOf([], crowd, true)).toBe(1);
    expect(valueOf([], crowd.slice(0, 2), true)).toBe(0);
  });

  it('is not available without a cookie or a customer', () => {
    const told = { looksAtDevices: true, weights: defaultWeights };
    const around = { ofDevice: [], fromAddress: [] };
    expect(deviceVelocity({ ...fact, visitorId: null }, around, told).value).toBeNull();
    expect(deviceVelocity({ ...fact, customer: null }, around, told).value).toBeNull();
  });
});

describe('reuse among an affiliate’s orders', () => {
  it('is a device or public address with another customer’s order, whatever their order', () => {
    const facts = [
      { customer: 'a', ip: '198.51.100.1', visitorId: '1' },
      { customer: 'b', ip: '198.51.100.1', visitorId: '2' },
      { customer: 'c', ip: '198.51.100.3', visitorId: '3' },
      { customer: 'c', ip: '198.51.100.3', visitorId: '3' },
      { customer: null, ip: '198.51.100.1', visitorId: '2' },
    ];
    expect(reusedAmong(facts, anyPublic)).toEqual({ orders: 5, reused: 2 });
    expect(reusedAmong(facts.toReversed(), anyPublic)).toEqual({ orders: 5, reused: 2 });
    expect(reusedAmong(facts, () => false)).toEqual({ orders: 5, reused: 0 });
  });
});
