import { readAgent } from './agent.ts';

describe('readAgent', () => {
  it.each([
    ['', true, 'unknown'],
    ['Googlebot/2.1 (+http://www.google.com/bot.html)', true, undefined],
    ['curl/8.5.0', true, undefined],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      false,
      'mobile',
    ],
  ])('reads the agent %s', (userAgent, isBot, device) => {
    const agent = readAgent(userAgent);
    expect(agent.isBot).toBe(isBot);
    if (device !== undefined) expect(agent.device).toBe(device);
  });
});
