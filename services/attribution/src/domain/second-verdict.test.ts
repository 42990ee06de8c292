import {
  assessmentJudgedAgain,
  type ConversionSnapshot,
  fraudDetected,
} from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { anEvidence, hindsight, noEvidence } from '../testing/evidence.ts';
import { bot, scoreOfAlone } from '../testing/orders.ts';
import { type Assessment, decideAssessment } from './assessment.ts';
import { defaultSettings } from './attribution.ts';
import { type Hindsight } from './evidence.ts';
import { journeyOf } from './journey.ts';
import { defaultScoring } from './scoring-settings.ts';
import { decideSecondVerdict, type KnownReview, type LaterEvidence } from './second-verdict.ts';

const tracked = new Date('2026-05-01T12:00:00.000Z');
const now = new Date(tracked.getTime() + 20 * DAY_MS);

function firstVerdict(given: Partial<ConversionSnapshot> = {}): Assessment {
  const conversion = aConversion({ createdAt: tracked.toISOString(), ...given });
  const journey = journeyOf(conversion, [], defaultSettings);
  const context = { settings: defaultSettings, journey, visitorId: null, evidence: noEvidence };
  return decideAssessment(conversion, context, { assessmentId: 'id', now: tracked }).assessment;
}

const laterOf = (given: Partial<Hindsight>): LaterEvidence => {
  const { order, journey, settings, reviews, refunds, reuse, traffic } = anEvidence();
  const none = { ordersFromAddress: [], ordersOfCustomer: [], ordersOnDevice: [] };
  const histories = { reviews, refunds, reuse, traffic };
  return { order, journey, settings, ...histories, ...none, hindsight: hindsight(given) };
};

const ring = {
  group: { accounts: ['a', 'b', 'c', 'd', 'e', 'f'], things: ['line:x'] },
} as const;

const judge = (
  first: Assessment,
  given: Partial<Hindsight>,
  review?: KnownReview,
): ReturnType<typeof decideSecondVerdict> =>
  decideSecondVerdict(first, {
    later: laterOf(given),
    scoring: defaultScoring,
    review,
    cause: 'payout',
    now,
  });

describe('a second verdict', () => {
  it('stands beside the first, which stays', () => {
    const first = firstVerdict();
    const { judged } = judge(first, ring);
    expect(judged).toMatchObject({
      ...first,
      second: { fraudScore: scoreOfAlone('account_group'), isHeld: true },
    });
    const { factors = [], fraudScore } = judged.second ?? {};
    const sum = factors.reduce((total, { contribution }) => total + contribution * 1e6, 0);
    expect(Math.round(sum)).toBe(Math.round((fraudScore ?? 0) * 1e6));
  });

  it('keeps what was found at first where nothing more is known', () => {
    const first = firstVerdict(bot);
    const { judged, events } = judge(first, {});
    expect(judged.second?.fraudScore).toBe(first.fraudScore);
    expect(events).toEqual([]);
  });

  it('is published where it changes what is to be done, with its cause', () => {
    const first = firstVerdict();
    expect(judge(first, {}).events).toEqual([]);
    const { judged, events } = judge(first, ring);
    const [changed, flagged] = events;
    expect([changed?.type, flagged?.type]).toEqual([
      assessmentJudgedAgain.type,
      fraudDetected.type,
    ]);
    expect(changed?.data).toMatchObject({
      cause: 'payout',
      earlierScore: 0,
      fraudScore: scoreOfAlone('account_group'),
      requiresReview: true,
      isHeld: true,
      changedBy: [{ factor: 'account_group' }],
    });
    // The next verdict agrees with this one.
    expect(judge(judged, ring).events).toEqual([]);
    expect(judge(judged, {}).events).toMatchObject([
      { type: assessmentJudgedAgain.type, data: { requiresReview: false, isHeld: false } },
    ]);
  });

  it('holds an order that its brand approved while nothing was known against it', () => {
    const review = { reviewedAt: new Date(tracked.getTime() + DAY_MS) };
    expect(judge(firstVerdict(), ring, review).judged.second?.isHeld).toBe(true);
  });

  it('holds none that its brand approved although it was suspicious', () => {
    const review = { reviewedAt: new Date(tracked.getTime() + DAY_MS) };
    expect(judge(firstVerdict(bot), ring, review).judged.second?.isHeld).toBe(false);
    const { judged } = judge(firstVerdict(), ring);
    const later = { reviewedAt: new Date(now.getTime() + DAY_MS) };
    expect(judge(judged, ring, later).judged.second?.isHeld).toBe(false);
  });
});
