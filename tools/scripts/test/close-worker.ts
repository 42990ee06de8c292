/*
 * Jest ends a worker by closing the channel to it. What a test left open would keep the worker, and jest with it.
 */
import { endWhereSomethingIsOpen } from './open-handles.ts';

/** Less than the whole run has, so that it ends by itself afterwards. */
const CLOSE_WITHIN_MS = 5_000;

process.once('disconnect', () => {
  endWhereSomethingIsOpen(CLOSE_WITHIN_MS);
});
