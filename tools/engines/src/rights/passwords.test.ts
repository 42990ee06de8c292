import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passwordsIn } from './passwords.ts';

describe('the passwords of users of engines', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'passwords-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });
  const write = (name: string, url: string) => {
    writeFileSync(join(directory, `${name}.env`), `MONGO_URL=${url}\nREDIS_URL=\n`);
  };

  it('are those of the settings of the services', () => {
    write('payout', 'mongodb://n-tributary-payout:p%40ss@a:1,b:1/?tls=true&authSource=admin');
    const passwordOf = passwordsIn(directory, 'n-');
    expect(passwordOf('mongo', 'n-tributary-payout')).toBe('p@ss');
    expect(passwordOf('redis', 'n-tributary-payout')).toBeUndefined();
    expect(passwordOf('mongo', 'n-tributary-tracking')).toBeUndefined();
  });

  it.each(['mongodb://root:secret@a', 'mongodb://a', 'mongodb://tributary-payout:@a'])(
    'are refused in %s, which does not name the user of the rights',
    (url) => {
      write('payout', url);
      expect(() => passwordsIn(directory, '')).toThrow(
        'MONGO_URL in payout.env does not name the user tributary-payout',
      );
    },
  );
});
