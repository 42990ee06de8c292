import { createHash } from 'node:crypto';
import { referenceOrders } from '../testing/evaluation/reference-orders.ts';
import { decideAssessment } from './assessment.ts';
import { signals } from './scoring-settings.ts';

const assessments = referenceOrders().map(({ conversion, context }) => {
  const made = { assessmentId: 'id', now: new Date(0) };
  return decideAssessment(conversion, context, made).assessment;
});
const digestOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);

// A changed digest means changed scores: raise the signal's `changedIn`, evaluate, then update the snapshot.
describe('invented orders', () => {
  it.each(signals)('have the recorded values and evidence of $name', ({ name }) => {
    const found = assessments.map(({ factors }) => factors.find(({ factor }) => factor === name));
    const digest = digestOf(found.map((one) => [one?.value, one?.weight, one?.evidence]));
    expect(digest).toMatchSnapshot();
  });

  it('have the recorded assessments', () => {
    expect(digestOf(assessments)).toMatchSnapshot();
    expect(assessments.filter(({ requiresReview }) => requiresReview).length).toMatchSnapshot();
  });
});
