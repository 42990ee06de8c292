import { type ClickRow } from '@tributary/contracts';
import bowser from 'bowser';
import { isbot } from 'isbot';

/** A user agent with its device and software. */
export type Agent = Readonly<Pick<ClickRow, 'userAgent' | 'device' | 'browser' | 'os' | 'isBot'>>;

const deviceOf = (platform: string | undefined): Agent['device'] =>
  platform === 'desktop' || platform === 'mobile' || platform === 'tablet' ? platform : 'unknown';

const named = (name: string | undefined): string | null =>
  name === undefined || name === '' ? null : name;

/** Parses a user agent. An empty one is a bot's: every browser sends one. */
export function readAgent(userAgent: string): Agent {
  if (userAgent.trim() === '') {
    return { userAgent, device: 'unknown', browser: null, os: null, isBot: true };
  }
  const { platform, browser, os } = bowser.parse(userAgent);
  return {
    userAgent,
    device: deviceOf(platform.type),
    browser: named(browser.name),
    os: named(os.name),
    isBot: isbot(userAgent),
  };
}
