/**
 * Writes everything that is generated and committed: gRPC types and descriptors from protos/, event
 * documents and JSON-Schema snapshots from packages/contracts. `npm run check` fails when running
 * this would change a file.
 */
import { generateAll } from './gen/all.ts';

await generateAll();
