import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const PATH = '/api/track/postback/source_a';
const SECRET = 'dev-secret-source-a';
const GUIDE = path.resolve(import.meta.dirname, '../../../../../docs/postbacks.md');

let tracking: Tracking;
beforeAll(async () => {
  tracking = await openTracking();
});
afterAll(() => tracking.close());

const fieldsOf = (code: string, orderId: string, more: Record<string, string> = {}) => ({
  tracking_code: code,
  order_id: orderId,
  order_value: '120.50',
  signature: sign(SECRET, `${code}.${orderId}.120.50`),
  ...more,
});
const byUrl = (fields: Record<string, string>, method = 'GET') =>
  tracking.call(method, `${PATH}?${new URLSearchParams(fields).toString()}`);
const stored = (id: string) => tracking.collection('conversions').findOne({ _id: id });

describe('a postback', () => {
  it('is the same order as a URL, as a form and as JSON', async () => {
    const { link } = tracking.aLinkTo();
    const code = link.trackingCode;
    const more = { sub1: 'mail', sub2: '{sub2}' };
    const form = new URLSearchParams(fieldsOf(code, 'by-form', more)).toString();
    const answers = [
      await byUrl(fieldsOf(code, 'by-url', more)),
      await tracking.call('POST', PATH, {
        body: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await tracking.call('POST', PATH, {
        body: { ...fieldsOf(code, 'by-json'), custom_parameters: { sub1: 'mail' } },
      }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(await stored(body.data.conversion_id)).toMatchObject({
        source: 'source_a',
        affiliateId: link.affiliateId,
        valueMinor: 12_050,
        metadataText: '{"sub1":"mail"}',
      });
    }
    const again = await byUrl(fieldsOf(code, 'by-form'));
    expect([again.status, again.body.data.error]).toEqual([409, 'duplicate_order']);
  });

  it('is refused with the names of fields that are missing, repeated or unfilled, and by a wrong signature', async () => {
    const { link } = tracking.aLinkTo();
    const fields = fieldsOf(link.trackingCode, 'refused');
    const unfilled = await byUrl({ ...fields, order_value: '{payout}' });
    expect(unfilled.status).toBe(400);
    expect(JSON.stringify(unfilled.body)).toContain('order_value');
    const query = new URLSearchParams(fields).toString();
    const repeated = await tracking.call('GET', `${PATH}?${query}&order_id=other`);
    expect(repeated.status).toBe(400);
    expect(JSON.stringify((await tracking.call('GET', PATH)).body)).toContain('tracking_code');
    const forged = await byUrl({ ...fields, order_value: '999.00' });
    expect([forged.status, forged.body.data.error]).toEqual([401, 'invalid_signature']);
  });

  it('records nothing for HEAD, which mail and chat programs send to check a URL', async () => {
    const { link } = tracking.aLinkTo();
    const fields = fieldsOf(link.trackingCode, 'checked');
    expect((await byUrl(fields, 'HEAD')).status).toBe(405);
    expect((await byUrl(fields)).status).toBe(200);
  });
});

describe('docs/postbacks.md', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const env = { CODE: 'spring24', ORDER: 'A-1001', VALUE: '120.50', SECRET };
  const signature = sign(SECRET, `${env.CODE}.${env.ORDER}.${env.VALUE}`);

  it('is checked on a machine that has the languages of all its examples', () => {
    const programs = { bash: '-c true', openssl: 'version', python3: '--version', perl: '-v' };
    const missing = Object.entries(programs).filter(
      ([program, options]) => spawnSync(program, options.split(' ')).status !== 0,
    );
    expect(missing.map(([program]) => program)).toEqual([]);
  });

  it('signs its example in every language that it shows', () => {
    const shown = [...guide.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    const checked = ['bash', 'javascript', 'python', 'perl'];
    expect(shown.filter((one) => one !== 'json' && one !== 'sh')).toEqual(checked);
  });

  it.each([
    ['bash', 'bash', '-c'],
    ['javascript', process.execPath, '-e'],
    ['python', 'python3', '-c'],
    ['perl', 'perl', '-e'],
  ])('signs its example in %s', (language, program, option) => {
    const code = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';
    const printed = execFileSync(program, [option, code], { env: { ...process.env, ...env } });
    expect(printed.toString().trim()).toBe(signature);
    expect(guide).toContain(`\`${signature}\``);
  });
});
