import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

export const noNavigation = defineSignal({
  name: 'no_navigation',
  description: 'The click was not a visit to a page',
  cause: 'loading',
  changedIn: 7,
  weight: 0.55,
  thresholds: {},
  needs: ['navigated'],
  evaluate: ({ navigated }) => {
    if (navigated === null) {
      return notAvailable('the browser does not say how the click came about');
    }
    return navigated
      ? absent('The click opened a page')
      : present('The click loaded an image, a frame or a prefetch, no page');
  },
});
