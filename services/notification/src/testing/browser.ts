import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser with a push subscription, which decrypts its messages (RFC 8291). */
export function openBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt: (bodyBase64: string): unknown => {
      const body = Buffer.from(bodyBase64, 'base64');
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const encrypted = body.subarray(21 + keyLength);
      const derive = (secret: Buffer, options: { salt: Buffer; info: Buffer; length: number }) =>
        Buffer.from(hkdfSync('sha256', secret, options.salt, options.info, options.length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const shared = ecdh.computeSecret(sender);
      const secret = derive(shared, { salt: auth, info, length: 32 });
      const infoOf = (purpose: string) => Buffer.from(`Content-Encoding: ${purpose}\0`);
      const key = derive(secret, { salt, info: infoOf('aes128gcm'), length: 16 });
      const nonce = derive(secret, { salt, info: infoOf('nonce'), length: 12 });
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
    },
  };
}
