import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { listedVersions, tagFor } from '../../views/browser-script.ts';

const response = z.object({
  newest_url: z
    .url()
    .describe('Always the newest version, without a fixed hash; kept for an hour')
    .meta({ examples: ['https://links.example.com/t/main.js'] }),
  tag: z
    .string()
    .describe('What the head of every page of the shop has')
    .meta({
      examples: [
        '<script async src="https://links.example.com/t/1.0.0.js" integrity="sha384-…" crossorigin="anonymous"></script>',
      ],
    }),
  versions: z
    .array(
      z
        .object({
          version: z.string().meta({ examples: ['1.0.0'] }),
          url: z
            .url()
            .describe('Never changes, and is kept for a year')
            .meta({ examples: ['https://links.example.com/t/1.0.0.js'] }),
          integrity: z
            .string()
            .describe('For the `integrity` attribute (Subresource Integrity)')
            .meta({
              examples: ['sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC'],
            }),
          bytes: z
            .int()
            .describe('Size before compression')
            .meta({ examples: [3_700] }),
        })
        .meta({ id: 'ScriptVersion', description: 'A version of the script of the shop’s pages' }),
    )
    .describe('The newest first'),
});

export const listScriptVersionsRoute = ({ config }: Deps) => {
  const { publicUrl, SCRIPT_PATH: path, TCF_VENDOR_ID: vendorId } = config;
  const versions = listedVersions(publicUrl, path);
  const [newest] = versions;
  return route({
    operationId: 'listScriptVersions',
    method: 'get',
    path: '/t/versions',
    summary: 'The versions of the script of the shop’s pages, with their hashes',
    description:
      'The newest first. Every version stays as it is, at its own address, for pages that name its hash.',
    allow: 'public',
    // Found before the paths of files, which are hot.
    quiet: true,
    response,
    handle: () =>
      Promise.resolve({
        newest_url: `${publicUrl}${path}`,
        tag: newest === undefined ? '' : tagFor(newest, vendorId),
        versions,
      }),
  });
};
