import { type Rpc } from '@tributary/grpc';
import { type Migration } from '@tributary/mongo';
import { type Consumer } from '@tributary/messaging';
import { type Schedule } from '../background/schedule.ts';
import { type Worker } from '../background/worker.ts';
import { type Route } from '../http/route.ts';
import { type StuckPayouts } from '../state/service-state.ts';
import { type PartChecks } from './degradation.ts';

/** A service’s table of contents: what it serves, consumes and runs in the background. */
export interface App {
  readonly routes?: readonly Route[];
  readonly rpcs?: readonly Rpc[];
  readonly consumers?: readonly Consumer[];
  readonly schedules?: readonly Schedule[];
  readonly workers?: readonly Worker[];
  /** Changes of what earlier releases stored, which workers apply while they run. */
  readonly migrations?: readonly Migration[];
  /** Further parts without which it serves with less; false while one is away. */
  readonly parts?: PartChecks;
  /** Payouts past the deadline of their step; of payout alone. */
  readonly findStuckPayouts?: () => Promise<readonly StuckPayouts[]>;
  /** What it sends to its users' servers, as the `webhooks` of an OpenAPI document with their schemas. */
  readonly webhooks?: () => Promise<{
    readonly webhooks: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  }>;
}
