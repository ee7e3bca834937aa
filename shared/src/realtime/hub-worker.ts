import { servePort } from './hub-port';
import { openHub } from './open-hub';

/*
 * Holds the line for all tabs of one person: a browser allows six connections to a host, and ten tabs must all be
 * live. Nothing of the service's SDK runs where pages are drawn.
 */
const hub = openHub();

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) servePort(hub, port);
});
