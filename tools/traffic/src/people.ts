import { type Random } from './random.ts';

/** Somebody with a browser. */
export interface Person {
  readonly visitorId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly country: string;
  readonly email: string;
  /** Whether lists of throw-away mailboxes know this one. */
  readonly isDisposable: boolean;
  /** Whether the browser sends Fetch Metadata headers. */
  readonly describes: boolean;
}

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome';
const AGENTS: readonly string[] = [
  ...[139, 140, 141].flatMap((version) => [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}/${version}.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}/${version}.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}/${version}.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  ]),
  ...['17_6', '18_5', '18_6'].map(
    (version) =>
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  ),
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
];
const OTHER_COUNTRIES = ['FR', 'GB', 'NL', 'PL', 'BR', 'VN', 'IN'];
const HOME = 'DE';

/** First octets of networks that sell access to homes; none of them is in any list. */
const HOMES = [79, 80, 84, 85, 87, 91, 92, 93, 217];
/** Data centres and VPNs; of both, lists know four fifths. */
const LISTED_CENTRES = ['5.9', '95.216', '167.99', '51.75'];
const UNLISTED_CENTRES = ['45.142'];
const LISTED_VPNS = ['146.70', '185.159', '193.32', '37.120'];
const UNLISTED_VPNS = ['169.150'];

/** What an operator would load: the lists' knowledge, without saying who of these is honest. */
export const networkList = [
  ...LISTED_CENTRES.map((start) => `${start}.0.0/16 datacenter`),
  ...LISTED_VPNS.map((start) => `${start}.0.0/16 vpn`),
].join('\n');

/** Draws people and places. */
export function openPeople(random: Random) {
  const { int, pick, chance, id } = random;
  const within = (start: string): string => `${start}.${int(0, 255)}.${int(1, 254)}`;
  const homeIp = (): string => `${pick(HOMES)}.${int(128, 255)}.${int(0, 255)}.${int(1, 254)}`;
  const mobileIps = Array.from({ length: 120 }, homeIp);
  const officeIps = Array.from({ length: 60 }, homeIp);
  const centreIp = (): string => within(pick(chance(0.8) ? LISTED_CENTRES : UNLISTED_CENTRES));
  const vpnIp = (): string => within(pick(chance(0.8) ? LISTED_VPNS : UNLISTED_VPNS));
  const honestIp = (): string => {
    const drawn = random.next();
    if (drawn < 0.04) return vpnIp();
    if (drawn < 0.24) return pick(mobileIps);
    return drawn < 0.32 ? pick(officeIps) : homeIp();
  };
  const agent = (): string => pick(AGENTS);
  const email = (): string => `${id().slice(0, 8)}.${id().slice(-6)}@mail.example`;
  return {
    homeIp,
    centreIp,
    vpnIp,
    agent,
    email,
    mobileIp: () => pick(mobileIps),
    otherCountry: () => pick(OTHER_COUNTRIES),
    /** A visitor of the shop's country; what is given differs. */
    person: (given: Partial<Person> = {}): Person => ({
      visitorId: id(),
      ip: honestIp(),
      userAgent: agent(),
      country: chance(0.97) ? HOME : pick(OTHER_COUNTRIES),
      email: email(),
      isDisposable: chance(0.004),
      describes: chance(0.88),
      ...given,
    }),
  };
}
export type People = ReturnType<typeof openPeople>;
