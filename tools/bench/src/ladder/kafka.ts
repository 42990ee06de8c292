/** The ladder: Base and Kafka. */
import { serveRedirect } from './serve-redirect.ts';

await serveRedirect();
