import { type ConsoleEndpoint } from '../../views/console-endpoint.ts';
import { type Deps } from '../../deps.ts';
import { FOREVER, REVALIDATED, sendFile } from '../../views/send-file.ts';

/** The scripts, styles and pictures of the pages. */
export const getConsoleFileRoute = ({ files }: Deps): ConsoleEndpoint => ({
  operationId: 'getConsoleFile',
  path: '/console/{*file}',
  handle: (req, res) => {
    const path = req.path.slice('/console/'.length);
    const file = files.find(path);
    if (file === undefined) {
      res.status(404).json({ error: 'not_found', message: 'There is no such file' });
      return;
    }
    sendFile(req, res, file, path.startsWith('assets/') ? FOREVER : REVALIDATED);
  },
});
