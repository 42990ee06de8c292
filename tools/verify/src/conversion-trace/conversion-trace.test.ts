import { momentOfLine } from './logged.ts';
import { inOrder, lineOf, type Moment } from './moment.ts';

const wanted = { ids: new Set(['conversion-1', 'commission-1']), correlationIds: new Set(['c1']) };
const line = (facts: object): string =>
  JSON.stringify({ time: '2026-11-26T10:00:00.000Z', service: 'tracking', msg: 'call', ...facts });

describe('the trace of a conversion', () => {
  it('has the log lines that name it, or belong to a request that did', () => {
    expect(momentOfLine(line({ path: '/api/conversions/conversion-1' }), wanted)).toMatchObject({
      from: 'log',
      service: 'tracking',
      what: 'call',
    });
    expect(momentOfLine(line({ correlation_id: 'c1' }), wanted)).toBeDefined();
    expect(momentOfLine(line({ correlation_id: 'c2' }), wanted)).toBeUndefined();
  });

  it('leaves out what a request did to other conversions, and what is no line of a log', () => {
    const other = line({ correlation_id: 'c1', subject: 'conversion-2' });
    expect(momentOfLine(other, wanted)).toBeUndefined();
    expect(momentOfLine('{ conversion-1', wanted)).toBeUndefined();
    expect(momentOfLine('conversion-1 was here', wanted)).toBeUndefined();
  });

  it('is in order of time and names nobody', () => {
    const moment = (at: string, what: string): Moment => ({
      ...{ at, what, from: 'record', service: 'tracking' },
      details: { status: 'approved', ip: '203.0.113.7', email: 'ann@example.com', note: null },
    });
    const ordered = inOrder([
      moment('2026-11-26T10:00:01Z', 'b'),
      moment('2026-11-26T10:00:00Z', 'a'),
    ]);
    expect(ordered.map(({ what }) => what)).toEqual(['a', 'b']);
    const text = ordered.map(lineOf).join('\n');
    expect(text).toContain('status=approved');
    expect(text).not.toMatch(/203\.0|ann@|note/);
  });
});
