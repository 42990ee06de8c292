import { randomUUIDv7 } from 'node:crypto';
import { anApprovedConversion } from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

const WRITERS = 64;
const EACH = 2;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Runs 64 concurrent writers that book four conversions each. */
const writeAll = (
  approvalOf: (writer: number) => ReturnType<typeof anApprovedConversion>,
): Promise<unknown> =>
  Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; count < EACH; count += 1) await world.create(approvalOf(writer));
    }),
  );

describe('64 concurrent writers', () => {
  it('on one affiliate all succeed, and nothing is lost or doubled', async () => {
    const affiliateId = randomUUIDv7();
    const payouts = Array.from({ length: 16 }, async () => {
      await world.create(anApprovedConversion({ affiliateId, valueMinor: 1_000 }));
      await world.reserve(affiliateId, 50);
    });
    await Promise.all([
      writeAll(() => anApprovedConversion({ affiliateId, valueMinor: 1_000 })),
      ...payouts,
    ]);
    const balance = await world.balance(affiliateId);
    const owed = (WRITERS * EACH + 16) * 100;
    expect(balance).toMatchObject({ reservedMinor: 800, availableMinor: owed - 800 });
  }, 120_000);

  it('on one brand all succeed, because its affiliates share no document', async () => {
    const brandId = randomUUIDv7();
    const affiliateIds = Array.from({ length: WRITERS }, () => randomUUIDv7());
    await writeAll((writer) =>
      anApprovedConversion({ brandId, affiliateId: affiliateIds[writer] ?? '', valueMinor: 1_000 }),
    );
    for (const affiliateId of affiliateIds) {
      expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: EACH * 100 });
    }
    expect((await world.verify()).differences).toEqual([]);
  }, 120_000);
});
