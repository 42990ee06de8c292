/** The ladder: Base, Kafka and the visitor’s cookie. */
import { serveRedirect } from './serve-redirect.ts';
import { cookie } from './steps.ts';

await serveRedirect(cookie);
