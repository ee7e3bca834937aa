/** Where the shell serves the service worker of web push. Its scope is every page. */
export const PUSH_WORKER_PATH = '/push-worker.js';

/** What the worker asks a tab when a notification was pressed: to open this path. The tab answers by the port. */
export interface OpenRequest {
  kind: 'open';
  path: string;
}
