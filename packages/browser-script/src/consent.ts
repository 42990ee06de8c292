import { own, page } from './page.ts';
import { safely } from './safely.ts';

type Choice = 'granted' | 'denied';

const isChoice = (value: unknown): value is Choice => value === 'granted' || value === 'denied';

/** What page (0), Google consent mode (1) and consent manager (2) state; `pending` while one has not decided, empty for nothing. */
export const statements: (Choice | 'pending' | '')[] = [];
let tcString: string | undefined;

/** Of all statements the most restrictive. */
export const decide = (): Choice | 'pending' =>
  (['denied', 'pending', 'granted'] as const).find((one) => statements.includes(one)) ??
  (own['consent'] === 'required' ? 'pending' : 'granted');

/** The fields by which a call states the consent. */
export const consentFields = () => ({
  consent: statements.some(isChoice) ? decide() : undefined,
  gdpr_consent: tcString,
});

/** The visitor's choice in the page's own words; other values are ignored. */
export function stateConsent(value: unknown): void {
  if (isChoice(value)) statements[0] = value;
}

/** Follows ad_storage of the consent commands in Google's `dataLayer`, earlier and later ones. */
export function watchGoogle(onChange: () => void): void {
  const read = safely((entry: unknown) => {
    const [command, action, { ad_storage: choice }] = entry as [
      unknown,
      unknown,
      { readonly ad_storage?: unknown },
    ];
    if (command !== 'consent' || !isChoice(choice)) return;
    const before = statements[1];
    if (action === 'update') statements[1] = choice;
    // A default precedes the visitor's choice; of several the strictest counts.
    else if (before !== 'denied')
      statements[1] = choice === 'denied' ? 'pending' : (before ?? choice);
    onChange();
  });
  const layer = (page.dataLayer = page.dataLayer ?? []);
  const { push } = layer;
  layer.push = (...entries) => {
    entries.map(read);
    return push.apply(layer, entries);
  };
  layer.map(read);
}

/** Follows the consent manager of the IAB TCF, once the page has one. */
export function watchTcf(onChange: () => void): void {
  if (!page.__tcfapi || 2 in statements) return;
  statements[2] = 'pending';
  page.__tcfapi(
    'addEventListener',
    2,
    safely((data, isRead) => {
      if (!isRead) return;
      if (data.gdprApplies === false) statements[2] = '';
      else if (data.eventStatus !== 'cmpuishown') {
        const { consents } = data.purpose;
        const isGranted =
          consents[1] && consents[7] && (!own['vendor'] || data.vendor.consents[own['vendor']]);
        statements[2] = isGranted ? 'granted' : 'denied';
        tcString = isGranted ? data.tcString : undefined;
      }
      onChange();
    }),
  );
}
