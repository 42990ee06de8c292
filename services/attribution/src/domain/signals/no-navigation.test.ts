import { anEvidence } from '../../testing/evidence.ts';
import { noNavigation } from './no-navigation.ts';

describe('no_navigation', () => {
  it('is 0 for a click that opened a page, 1 for another and not available when unknown', () => {
    const values = [true, false, null].map(
      (navigated) => noNavigation.evaluate(anEvidence({ navigated }), {}).value,
    );
    expect(values).toEqual([0, 1, null]);
  });
});
