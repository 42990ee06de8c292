/** The ladder: Base, Kafka, cookie, fraud evidence and ids. */
import { serveRedirect } from './serve-redirect.ts';
import { cookie, evidence, ids } from './steps.ts';

await serveRedirect(cookie, evidence, ids);
