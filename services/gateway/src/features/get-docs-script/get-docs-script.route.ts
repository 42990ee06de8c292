import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';
import { findDocsScript } from './docs-script-file.ts';

/** Only the compressed script stays in memory, because every browser accepts it. */
interface Script {
  readonly compressed: Buffer;
  readonly etag: string;
}

const compress = promisify(gzip);

async function load(path: string): Promise<Script> {
  const plain = await readFile(path);
  const compressed = await compress(plain, { level: constants.Z_BEST_COMPRESSION });
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { compressed, etag: `"${digest}"` };
}

/** The script of the API reference. */
export function getDocsScriptRoute(): Endpoint {
  const path = findDocsScript();
  let loading: Promise<Script> | undefined;
  return {
    operationId: 'getDocsScript',
    path: '/docs/api-reference.js',
    handle: async (call) => {
      loading ??= load(path);
      const { compressed, etag } = await loading;
      const { headers } = call.req;
      const common = { etag, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' };
      if (headers['if-none-match'] === etag) {
        respond(call, { status: 304, headers: common });
        return;
      }
      const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
      respond(call, {
        status: 200,
        body: acceptsGzip ? compressed : await readFile(path),
        contentType: 'text/javascript; charset=utf-8',
        headers: acceptsGzip ? { ...common, 'content-encoding': 'gzip' } : common,
      });
    },
  };
}
