import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** The click log becomes the clicks collection, in bulk; a click that comes again changes nothing. */
export const projectClicksConsumer = ({ clicks }: Deps) =>
  batchConsumer(clickRecorded, (events) => clicks.addAll(events.map(({ data }) => data)));
