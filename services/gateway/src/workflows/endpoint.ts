import { type Deps } from '../deps.ts';
import { DOCS_PATH, DOCS_SCRIPT_PATH, DOCS_START_PATH } from '../features/get-docs-script/get-docs-script.route.ts';
import { answer } from './respond.ts';
import { type Call } from './call.ts';

export type OwnEndpoint = (call: Call) => void | Promise<void>;

/** What the gateway answers itself, to GET and HEAD, with or without a token. */
export const ownEndpoints = ({ docs, health, document }: Deps): ReadonlyMap<string, OwnEndpoint> =>
  new Map<string, OwnEndpoint>([
    [
      '/',
      (call) => {
        answer(call, { status: 302, headers: { location: DOCS_PATH } });
      },
    ],
    [
      '/health/live',
      (call) => {
        answer(call, { status: 200, body: JSON.stringify({ status: 'live' }) });
      },
    ],
    [
      '/health/ready',
      async (call) => {
        const report = await health();
        const ready = report.status === 'ready';
        answer(call, {
          status: ready ? 200 : 503,
          body: JSON.stringify(report),
          headers: ready ? {} : { 'retry-after': '1' },
        });
      },
    ],
    [
      '/openapi.json',
      async (call) => {
        const headers = { 'cache-control': 'no-cache' };
        answer(call, { status: 200, body: await document(), headers });
      },
    ],
    [DOCS_PATH, docs.showPage],
    [`${DOCS_PATH}/`, docs.showPage],
    [DOCS_START_PATH, docs.sendStart],
    [DOCS_SCRIPT_PATH, docs.sendScript],
  ]);
