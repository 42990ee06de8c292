import { createHmac, randomUUIDv7 } from 'node:crypto';
import { findHostingRangesFile, openNetworks } from '@tributary/networks';
import bowser from 'bowser';
import { isbot } from 'isbot';
import { type Step } from './serve-redirect.ts';

const signatureOf = (visitorId: string): string =>
  createHmac('sha256', 'ladder').update(visitorId).digest('base64url').slice(0, 22);

/** The visitor's signed cookie: verified, or a new one. */
export const cookie: Step = ({ headers, click, answer }) => {
  const [visitorId = '', signature] = (
    /tv=([^;]+)/.exec(String(headers['cookie']))?.[1] ?? ''
  ).split('.');
  const isSigned = signature !== undefined && signature === signatureOf(visitorId);
  const visitor = isSigned ? visitorId : randomUUIDv7();
  click['visitorId'] = visitor;
  answer['set-cookie'] = `tv=${visitor}.${signatureOf(visitor)}; Path=/; HttpOnly; SameSite=Lax`;
};

const findNetwork = openNetworks([findHostingRangesFile()]);
const agents = new Map<string, object>();

function readAgent(userAgent: string): object {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const { platform, browser, os } = bowser.parse(userAgent);
  const isBot = isbot(userAgent);
  const agent = { device: platform.type, browser: browser.name, os: os.name, isBot };
  agents.set(userAgent, agent);
  return agent;
}

const METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'] as const;

/** What fraud is judged by: address and network, user agent, referrer and fetch metadata. */
export const evidence: Step = ({ headers, ip, click }) => {
  const userAgent = headers['user-agent'] as string;
  Object.assign(click, readAgent(userAgent), { ip, userAgent, network: findNetwork(ip) });
  click['referrer'] = headers['referer'] ?? null;
  click['fetchMetadata'] = METADATA.map((name) => headers[name] ?? null);
};

/** The click's id and time, and the landing page that carries the id. */
export const ids: Step = ({ click, answer }) => {
  const clickId = randomUUIDv7();
  Object.assign(click, { clickId, occurredAt: new Date().toISOString() });
  const page = new URL(answer['location'] ?? '');
  page.searchParams.set('click_id', clickId);
  answer['location'] = page.toString();
};
