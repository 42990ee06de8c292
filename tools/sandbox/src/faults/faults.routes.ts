import express from 'express';
import type { Router } from 'express';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly, send } from '../http/serve.ts';
import { settingsChangeSchema } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { faultRuleSchema } from './faults.ts';
import type { Faults } from './faults.ts';

/** Switching faults on and off, and changing the settings of a running sandbox. */
export function faultRoutes(faults: Faults, settings: Settings): Router {
  const router = express.Router();
  router.use(['/faults', '/settings'], express.json({ limit: '10kb' }));
  router.post('/faults', (req, res) => {
    const fault = faults.add(parseOrRefuse(faultRuleSchema, req.body));
    if (!fault) throw new Refusal(409, 'too_many_faults', 'Remove some faults first.');
    send(res, { status: 201, body: fault });
  });
  router.get('/faults', (_req, res) => {
    send(res, { status: 200, body: { faults: faults.list() } });
  });
  router.delete('/faults', (_req, res) => {
    faults.clear();
    send(res, { status: 204 });
  });
  allowOnly(router, '/faults', ['GET', 'POST', 'DELETE']);
  router.delete('/faults/:id', (req, res) => {
    if (!faults.remove(req.params.id)) throw new Refusal(404, 'not_found', 'No such fault.');
    send(res, { status: 204 });
  });
  allowOnly(router, '/faults/:id', ['DELETE']);
  router.get('/settings', (_req, res) => {
    send(res, { status: 200, body: settings });
  });
  router.put('/settings', (req, res) => {
    Object.assign(settings, parseOrRefuse(settingsChangeSchema, req.body));
    send(res, { status: 200, body: settings });
  });
  allowOnly(router, '/settings', ['GET', 'PUT']);
  return router;
}
