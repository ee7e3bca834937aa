/** URLs that packages contain as names or in messages and never request. */
const HARMLESS_HOSTS = new Set([
  'www.w3.org',
  'module-federation.io',
  'react.dev',
  'reactjs.org',
  'reactrouter.com',
  'github.com',
  'stripe.com',
  'fb.me',
  // Part of the name of an RTP header extension.
  'aomediacodec.github.io',
  // Part of the name of timed metadata in MP4 files, which hls.js looks for.
  'aomedia.org',
  // Names of formats and the licence in the worker of PDF.js.
  'ns.adobe.com',
  'www.xfa.org',
  'www.apache.org',
  // In an error message of @simplewebauthn/browser.
  'simplewebauthn.dev',
  // With which core-js, in PDF.js, tests whether a browser parses URLs.
  'a',
  'x',
  'foo.bar',
  'example.com',
  'localhost',
]);

/** A URL with a scheme anywhere in a string, or without one at its start. Browsers accept both kinds of slashes. */
const HOST = /(?:https?|wss?):[\\/]{2,}([a-z0-9.-]*[a-z0-9])|(?:^|["'`(=\s])[\\/]{2}([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;

/** Returns the foreign hosts that these strings name. */
export function foreignHosts(texts: Iterable<string>): string[] {
  // Browsers strip tabs and line breaks from URLs.
  const found = [...texts].flatMap((text) =>
    [...text.replace(/[\t\r\n]/g, '').matchAll(HOST)].map(([, host, bare]) => (host ?? bare ?? '').toLowerCase()),
  );
  return [...new Set(found)].filter((host) => !HARMLESS_HOSTS.has(host) && !host.endsWith('.example'));
}
