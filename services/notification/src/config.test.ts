import { serviceKeySettings } from '@tributary/testing';
import { readNotificationConfig } from './config.ts';

const env = {
  ...serviceKeySettings('notification'),
  MONGO_URL: 'mongodb://localhost',
  KAFKA_BROKERS: 'localhost:9092',
  REDIS_URL: 'redis://localhost',
  ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
  SERVICES_ON_TRUSTED_NETWORK: 'true',
};

describe('readNotificationConfig', () => {
  it('defaults to the sandbox in development, with its port offset', () => {
    expect(readNotificationConfig(env).SMTP_URL).toBe('smtp://127.0.0.1:4925');
    expect(readNotificationConfig({ ...env, PORT_OFFSET: '1000' })).toMatchObject({
      SMTP_URL: 'smtp://127.0.0.1:5925',
      SMS_API_URL: 'http://127.0.0.1:5900/sms/v1/messages',
    });
  });

  it('requires a mail server in production, but no SMS provider', () => {
    const production = { ...env, NODE_ENV: 'production' };
    expect(() => readNotificationConfig(production)).toThrow('SMTP_URL is not set');
    const complete = {
      ...production,
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'a@b.example',
      NOTIFICATION_LINK_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    expect(readNotificationConfig(complete).SMS_API_URL).toBeUndefined();
    expect(readNotificationConfig(complete).VAPID_PUBLIC_KEY).toBeUndefined();
    const { NOTIFICATION_LINK_KEY: keys, VAPID_PRIVATE_KEY } = readNotificationConfig(env);
    const [NOTIFICATION_LINK_KEY] = keys;
    for (const wrong of [
      { NOTIFICATION_LINK_KEY },
      { VAPID_SUBJECT: 'mailto:a@b.example' },
      { VAPID_PRIVATE_KEY },
      { PUSH_TRUSTED_ORIGINS: 'http://10.0.0.1' },
    ]) {
      const [name = ''] = Object.keys(wrong);
      expect(() => readNotificationConfig({ ...complete, ...wrong })).toThrow(name);
    }
    expect(() =>
      readNotificationConfig({ ...complete, SMTP_URL: 'smtp://127.0.0.1:4925' }),
    ).toThrow('SMTP_URL');
  });
});
