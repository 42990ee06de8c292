import { type Schemas } from '@tributary/sdk';

type Service = Schemas['SystemService'];

interface SetAside extends Pick<
  Schemas['SetAsideEvent'],
  'id' | 'type' | 'topic' | 'group' | 'since' | 'reason'
> {
  readonly key: string;
  /** Given up; otherwise it is tried again. */
  readonly isDead: boolean;
}

/** The newest events that services set aside, those of all services together, newest first. */
export const setAsideIn = (services: readonly Service[]): readonly SetAside[] =>
  services
    .flatMap(({ state }) =>
      state === null
        ? []
        : [
            ...state.dead_letters.newest.map((event) => ({ ...event, isDead: true })),
            ...state.parked.newest.map((event) => ({ ...event, isDead: false })),
          ],
    )
    .map((event, index) => ({ ...event, key: `${event.group} ${event.id ?? String(index)}` }))
    .toSorted((one, other) => other.since.localeCompare(one.since));

/** The payouts that are stuck; undefined where the service of payouts did not answer. */
export const stuckIn = (services: readonly Service[]) =>
  services.find(({ service }) => service === 'payout')?.state?.stuck_payouts;
