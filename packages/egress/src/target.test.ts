import { targetIssue } from './target.ts';

const strict = { allowPrivate: false };

/** Every known way to forge a target. */
const refused = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://10.0.0.5/',
  'https://172.31.255.254/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/',
  'https://169.254.170.2/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://203.0.113.9/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://[5f00::1]/',
  'https://[3fff::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://metadata.google.internal/',
  'https://kubernetes.default.svc/',
  'https://kubernetes.default.svc.cluster.local/',
  'https://x.local/',
  'https://gateway/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://user:pw@example.com/',
  'https://user@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1\\@example.com/',
  'https:127.0.0.1',
  'https:example.com',
  'https:/\\127.0.0.1/',
  'https:///127.0.0.1/',
  '//127.0.0.1/',
  'https://example.com:22/',
  'https://example.com:6379/',
  'https://example.com:80/',
  'http://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/',
  'javascript:alert(1)',
  'data:text/plain,x',
  '',
  ' ',
  'example.com',
  'https://',
  'https://./',
  'https://example..com/',
  'https://%31%32%37.0.0.1/',
  `https://example.com/${'a'.repeat(2_048)}`,
];

const accepted = [
  'https://example.com/h',
  'https://example.com:8443/',
  'https://example.com:443/',
  'HTTPS://Example.COM./hook?x=1',
  'https://[2606:4700::1111]/',
  'https://1.1.1.1/',
  'https://hooks.bücher.example/x',
];

describe('targetIssue', () => {
  it.each(refused)('refuses %s', (url) => {
    expect(targetIssue(url, strict)).toEqual(expect.any(String));
  });

  it.each(accepted)('accepts %s', (url) => {
    expect(targetIssue(url, strict)).toBeUndefined();
  });

  it('allows a developer’s own machine, but no other scheme and no credentials', () => {
    const lax = { allowPrivate: true };
    expect(targetIssue('http://127.0.0.1:4900/receiver/x', lax)).toBeUndefined();
    expect(targetIssue('http://u:p@127.0.0.1/', lax)).toEqual(expect.any(String));
    expect(targetIssue('file:///etc/passwd', lax)).toEqual(expect.any(String));
  });

  it('allows exactly the trusted origins', () => {
    const policy = { allowPrivate: false, trustedOrigins: ['http://receiver:4900'] };
    expect(targetIssue('http://receiver:4900/any/path', policy)).toBeUndefined();
    for (const other of [
      'http://receiver/',
      'https://receiver:4900/',
      'http://receiver:4901/',
      'http://receiver:4900@127.0.0.1/',
      'http://u:p@receiver:4900/',
      'http://receiver:4900.example.com/',
    ]) {
      expect(targetIssue(other, policy)).toEqual(expect.any(String));
    }
  });
});
