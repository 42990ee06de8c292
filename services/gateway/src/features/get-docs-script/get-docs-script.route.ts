import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type Call } from '../../workflows/call.ts';
import { answer } from '../../workflows/respond.ts';
import { docsHeaders } from '../../views/security-headers.ts';
import { docsPage, docsStart } from '../../views/docs-page.ts';

export const DOCS_PATH = '/docs';
export const DOCS_SCRIPT_PATH = '/docs/api-reference.js';
export const DOCS_START_PATH = '/docs/start.js';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Only the packed form stays in memory: every browser takes it. */
interface Script {
  readonly packed: Buffer;
  readonly etag: string;
}

const pack = promisify(gzip);

async function load(path: string): Promise<Script> {
  const plain = await readFile(path);
  const packed = await pack(plain, { level: constants.Z_BEST_COMPRESSION });
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { packed, etag: `"${digest}"` };
}

export interface Docs {
  readonly showPage: (call: Call) => void;
  readonly sendStart: (call: Call) => void;
  readonly sendScript: (call: Call) => Promise<void>;
}

/** The API reference, from files of our own: it works where there is no internet. */
export function openDocs(scriptPath: string, publicUrl: string): Docs {
  const securityHeaders = docsHeaders(publicUrl);
  let loading: Promise<Script> | undefined;

  return {
    showPage: (call) => {
      answer(call, {
        status: 200,
        body: docsPage,
        contentType: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'no-cache' },
        securityHeaders,
      });
    },
    sendStart: (call) => {
      const headers = { 'cache-control': 'no-cache' };
      answer(call, { status: 200, body: docsStart, contentType: SCRIPT_TYPE, headers });
    },
    sendScript: async (call) => {
      loading ??= load(scriptPath);
      const { packed, etag } = await loading;
      const { headers } = call.req;
      const common = { etag, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' };
      if (headers['if-none-match'] === etag) {
        answer(call, { status: 304, headers: common });
        return;
      }
      const accepts = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
      answer(call, {
        status: 200,
        body: accepts ? packed : await readFile(scriptPath),
        contentType: SCRIPT_TYPE,
        headers: accepts ? { ...common, 'content-encoding': 'gzip' } : common,
      });
    },
  };
}
