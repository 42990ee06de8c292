/** The ladder: Base, Kafka, cookie and fraud evidence. */
import { serveRedirect } from './serve-redirect.ts';
import { cookie, evidence } from './steps.ts';

await serveRedirect(cookie, evidence);
