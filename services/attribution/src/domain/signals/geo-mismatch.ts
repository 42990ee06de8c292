import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

/** Never flags alone: travellers and people who order gifts differ, too. */
export const geoMismatch = defineSignal({
  name: 'geo_mismatch',
  description: 'Click and conversion came from different countries',
  cause: 'address',
  changedIn: 3,
  weight: 0.3,
  thresholds: {},
  needs: ['conversion'],
  evaluate: ({ conversion: { evidence } }) => {
    const [clicked, ordered] = [evidence?.clickCountry ?? null, evidence?.buyerCountry ?? null];
    if (clicked === null || ordered === null) {
      return notAvailable('the country of the click or of the order is not known');
    }
    return clicked === ordered
      ? absent(`Click and order came from ${clicked}`)
      : present(`The click came from ${clicked}, the order from ${ordered}`);
  },
});
