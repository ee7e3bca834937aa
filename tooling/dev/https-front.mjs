import { isIPv6 } from 'node:net';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { keptCertificate, machineAddresses } from './certificate.mjs';
import { startTlsFront } from './tls-front.mjs';

/** Port of the front, counted from the product's own: the five after that are taken. */
const OFFSET = 6;
/** What the engine of live documents answers; everything else is the product's. */
const LIVE_PATH = /^\/(google\.firestore\.v1\.Firestore|v1\/projects)\//;

/**
 * The product over HTTPS at the addresses of this machine, live documents under the same address: a phone trusts, or is
 * told to accept, one address only.
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
  // A device that keeps to HTTPS for this name would do so on every port of it.
  const side = (to) => ({ port: to, withoutHeaders: ['strict-transport-security'] });
  const front = await startTlsFront({
    certificate,
    port: port + OFFSET,
    sideOf: ({ path }) => side(LIVE_PATH.test(path) ? livePort : port),
  }).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new UserFacingError(
          `Port ${port + OFFSET} is taken, on which --https listens: end what uses it, or choose another PORT.`,
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
    /** The engine takes another port when its own is taken. */
    setLiveUrl: (liveUrl) => {
      if (liveUrl) livePort = Number(new URL(liveUrl).port);
    },
    close: () => front.close(),
  };
}
