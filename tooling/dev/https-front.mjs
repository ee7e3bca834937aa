import { isIPv6 } from 'node:net';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { keptCertificate, machineAddresses } from './certificate.mjs';
import { startTlsFront } from './tls-front.mjs';

/** Port of the front, relative to the product's own: the five in between are taken. */
const OFFSET = 6;
/** Paths served by the engine of live documents; everything else is the product's. */
const LIVE_PATH = /^\/(google\.firestore\.v1\.Firestore|v1\/projects)\//;

/**
 * Serves the product over HTTPS at the addresses of this machine, with live documents under the same origin: a phone
 * needs to trust, or accept, a single origin.
 *
 * @param {object} options
 * @param {number} options.port Port of the product.
 * @param {string} options.dataDir
 * @param {Record<string, string | undefined>} options.env
 * @param {{ own: string[], network: string[] }} [options.addresses]
 */
export async function startHttpsFront({ port, dataDir, env, addresses = machineAddresses() }) {
  if (port + OFFSET > 65_535)
    throw new UserFacingError(`--https listens on PORT+${OFFSET}: choose a PORT up to ${65_535 - OFFSET}.`);
  const certificate = await keptCertificate(dataDir, [...addresses.own, ...addresses.network]);
  let livePort = port + 1;
  // HSTS for this name would apply to all its ports.
  const side = (to) => ({ port: to, withoutHeaders: ['strict-transport-security'] });
  const front = await startTlsFront({
    certificate,
    port: port + OFFSET,
    sideOf: ({ path }) => side(LIVE_PATH.test(path) ? livePort : port),
  }).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new UserFacingError(
          `Port ${port + OFFSET} is taken, but --https needs it: stop the process that uses it, or choose another PORT.`,
        )
      : error;
  });
  const [host = 'localhost'] = addresses.network;
  const url = `https://${isIPv6(host) ? `[${host}]` : host}:${front.port}`;
  return {
    url,
    certificateFile: certificate.file,
    env: {
      ...env,
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      ...(env.FIRESTORE_ENGINE_URL ? {} : { FIRESTORE_ENGINE_PUBLIC_URL: env.FIRESTORE_ENGINE_PUBLIC_URL || url }),
    },
    /** The engine uses another port when its own is taken. */
    setLiveUrl: (liveUrl) => {
      if (liveUrl) livePort = Number(new URL(liveUrl).port);
    },
    close: () => front.close(),
  };
}
