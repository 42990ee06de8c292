import { type Request, type Response } from 'express';
import { type AppFile } from '../clients/app-files.ts';

/** Hashed names: what is once behind one never changes. */
export const FOREVER = 'public, max-age=31536000, immutable';
/** Requested again at each visit, answered by 304 while it is the same. */
export const REVALIDATED = 'no-cache';

/** Sends a file, compressed where the browser takes that. */
export function sendFile(req: Request, res: Response, file: AppFile, cacheControl: string): void {
  res.set({ etag: file.etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (req.headers['if-none-match'] === file.etag) {
    res.status(304).end();
    return;
  }
  const acceptsGzip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
  if (acceptsGzip) res.set('content-encoding', 'gzip');
  res
    .type(file.type)
    .end(req.method === 'HEAD' ? undefined : acceptsGzip ? file.compressed : file.plain);
}
