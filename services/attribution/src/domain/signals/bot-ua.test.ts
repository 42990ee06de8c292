import { aConversion } from '@tributary/testing';
import { evidenceFor } from '../../testing/evidence.ts';
import { botUa } from './bot-ua.ts';

const valueOf = (userAgent: string | null) =>
  botUa.evaluate(evidenceFor(aConversion({ userAgent })), {}).value;

describe('bot_ua', () => {
  it('is 1 for a bot’s user agent and for a blank one', () => {
    expect(valueOf('curl/8.5.0')).toBe(1);
    expect(valueOf('')).toBe(1);
    expect(valueOf(' ')).toBe(1);
  });

  it('is 0 for a browser, and not available without a click', () => {
    expect(valueOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')).toBe(0);
    expect(valueOf(null)).toBeNull();
  });
});
