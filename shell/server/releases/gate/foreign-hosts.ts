/** Addresses that packages carry as names or in their messages and never ask anything of. */
const HARMLESS_HOSTS = new Set([
  'www.w3.org',
  'module-federation.io',
  'react.dev',
  'reactjs.org',
  'reactrouter.com',
  'github.com',
  'stripe.com',
  'fb.me',
  'localhost',
]);

/** With a scheme anywhere in a text, or without one where an address begins. Browsers take both kinds of slashes. */
const HOST = /(?:https?|wss?):[\\/]{2,}([a-z0-9.-]*[a-z0-9])|(?:^|["'`(=\s])[\\/]{2}([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;

/** The hosts that these texts name and that are not ours. */
export function foreignHosts(texts: Iterable<string>): string[] {
  // Browsers leave tabs and line ends out of addresses.
  const found = [...texts].flatMap((text) =>
    [...text.replace(/[\t\r\n]/g, '').matchAll(HOST)].map(([, host, bare]) => (host ?? bare ?? '').toLowerCase()),
  );
  return [...new Set(found)].filter((host) => !HARMLESS_HOSTS.has(host) && !host.endsWith('.example'));
}
