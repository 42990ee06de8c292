import { handSet, USUAL_SLOPE } from './calibration.ts';
import { addToRun, compareWeights, emptyRun } from './shadow.ts';

const verdict = (conversionId: string, factor: string, weight: number, fraudScore: number) => ({
  ...{ conversionId, affiliateId: 'a', fraudScore },
  factors: [{ factor, value: 1, weight }],
});

describe('a shadow run', () => {
  it('reports what other weights would flag and free, and what became of those orders', () => {
    const calibration = { ...handSet, slopes: { bot_ua: USUAL_SLOPE, order_burst: 0 } };
    const orders = [
      { given: verdict('kept', 'bot_ua', 0.9, 0.9), wasFraud: true },
      { given: verdict('freed', 'order_burst', 0.6, 0.6), wasFraud: false },
      { given: verdict('found', 'self_referral', 0.95, 0.2), wasFraud: null },
    ];
    const run = orders.reduce(
      (sum, { given, wasFraud }) => addToRun(sum, compareWeights(given, calibration), { wasFraud }),
      emptyRun,
    );
    expect(run).toMatchObject({
      orders: 3,
      flaggedBefore: 2,
      flaggedAfter: 2,
      newlyFlagged: { orders: 1, fraud: 0, honest: 0 },
      newlyFreed: { orders: 1, fraud: 0, honest: 1 },
    });
    expect(run.changed.map(({ conversionId }) => conversionId)).toEqual(['found', 'freed']);
  });

  it('changes nothing by the weights that are in force', () => {
    const given = verdict('same', 'bot_ua', 0.9, 0);
    const { after } = compareWeights(given, handSet);
    const run = addToRun(
      emptyRun,
      { ...compareWeights(given, handSet), before: after },
      {
        wasFraud: null,
      },
    );
    expect(run).toMatchObject({
      newlyFlagged: { orders: 0 },
      newlyFreed: { orders: 0 },
      changed: [],
    });
  });
});
