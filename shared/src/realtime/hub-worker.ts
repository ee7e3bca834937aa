import { servePort } from './hub-port';
import { openHub } from './open-hub';

/*
 * Holds the connection for all tabs of one user: a browser allows six connections to a host, and ten tabs must all be
 * live. The SDK of the service runs off the main thread.
 */
const hub = openHub();

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) servePort(hub, port);
});
