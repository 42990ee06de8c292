import { route } from '@tributary/service';
import { KIB, MIB } from '@tributary/units';
import { z } from 'zod';
import { parseUpload } from './upload-form.ts';
import { creativeKinds } from '../../domain/creative.ts';
import { type Deps } from '../../deps.ts';
import { creativeResponse, creativeView } from '../../views/creative-view.ts';
import { createCreative } from './create-creative.ts';

/** 5 MB for the file, and 64 kB for the rest of the form. */
const BODY_LIMIT = 5 * MIB + 64 * KIB;

const form = z.object({
  file: z.string().meta({ format: 'binary', examples: ['(the bytes of the file)'] }),
  name: z.string().min(1).max(200),
  kind: z.enum(creativeKinds),
});

export const createCreativeRoute = (deps: Deps) =>
  route({
    operationId: 'createCreative',
    method: 'post',
    path: '/api/brand/campaigns/:campaign_id/creatives',
    summary: 'Adds a creative to a campaign',
    description:
      'A PNG, JPG or GIF image (5 MB), a snippet of HTML (200 kB) or a text (10 kB). The format is detected from the bytes. HTML is reduced to elements that display content, and refused where it contains active content.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    binaryBody: { contentType: 'multipart/form-data', schema: form },
    bodyLimit: BODY_LIMIT,
    idempotent: true,
    status: 201,
    response: creativeResponse,
    errors: {
      malformed_form: 'The body is not valid multipart/form-data',
      unsupported_creative: 'The file has another format, is damaged, or has data appended',
      creative_has_script: 'The HTML has active content, which the message names',
      creative_too_large: 'Too many bytes (413) or pixels (400)',
      too_many_creatives: 'The campaign has 200 creatives (409)',
      campaign_archived: 'An archived campaign cannot be changed (409)',
    },
    handle: async ({ params, actor, request }) => {
      const type = request.headers['content-type']?.toString();
      const upload = await parseUpload(Buffer.from(request.rawBody, 'latin1'), type);
      const input = { campaignId: params.campaign_id, brandId: actor.id, upload };
      return creativeView(await createCreative(deps)(input), deps.config.publicUrl);
    },
  });
