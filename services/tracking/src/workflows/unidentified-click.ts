import { type ConsentRecord } from '@tributary/contracts';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type ClickParts } from '../domain/click-parts.ts';
import { ERASED_VISITOR } from '../domain/click.ts';
import { type PendingClick } from '../store/click-log.ts';

const NO_AGENT = { userAgent: '', device: 'unknown', browser: null, os: null } as const;
const A_PERSON = { ...NO_AGENT, isBot: false };
const A_BOT = { ...NO_AGENT, isBot: true };

const NOBODY = {
  visitorId: ERASED_VISITOR,
  ip: '',
  referrer: null,
  params: {
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    subIds: {},
  },
  place: { country: null, region: null, city: null },
  fetchMetadata: {},
};

interface Unidentified {
  readonly link: ClickParts['link'];
  readonly consent: ConsentRecord | undefined;
  readonly validity: ClickParts['validity'] | undefined;
  readonly now: Date;
}

/**
 * The click of a visitor who refused: its link and minute. Its id is random, so that it states no time, and nobody gets
 * it. The click earns nothing, because nothing proves its visitor.
 */
export function unidentifiedClick(
  { newRandomId }: Pick<Deps, 'newRandomId'>,
  { link, consent, validity, now }: Unidentified,
): Omit<PendingClick, 'settle'> {
  return {
    parts: {
      ...NOBODY,
      clickId: newRandomId(),
      occurredAtMs: Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS,
      link,
      agent: validity === 'bot' ? A_BOT : A_PERSON,
      consent,
    },
    validity: validity ?? 'filtered',
  };
}
