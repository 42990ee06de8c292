import { anApprovedConversion } from '@tributary/testing';
import { newId } from '@tributary/service';
import { orderFactOf } from '../domain/order-fact.ts';
import { openRunningAttribution, type RunningAttribution } from '../testing/running-attribution.ts';

describe('the orders from an address', () => {
  let running: RunningAttribution;
  beforeAll(async () => {
    running = await openRunningAttribution();
  });
  afterAll(() => running.close());

  it('are compared by affiliate, those without one as well', async () => {
    const { facts, neighbours } = running.deps;
    const ip = '203.0.113.9';
    const [ofOne, ofOther] = [anApprovedConversion({ ip }), anApprovedConversion({ ip })];
    const ofNobody = anApprovedConversion({ ip, affiliateId: null, clickId: null, linkId: null });
    await facts.record(
      [ofOne, ofOther, ofNobody].map((conversion) => ({ conversion, correlationId: newId() })),
    );
    const found = await neighbours.listFromAddresses([ofOne, ofNobody].map(orderFactOf));
    expect(found.map(({ conversionId }) => conversionId).sort()).toEqual(
      [ofOne.conversionId, ofNobody.conversionId].sort(),
    );
  });
});
