/** Origins beyond our own, by what comes from them. */
export interface PolicySources {
  /** Calls, sockets and live documents. */
  connect: readonly string[];
  images: readonly string[];
  /** Sound and pictures that move. */
  media: readonly string[];
  frames: readonly string[];
  /** Scripts and styles: those of remotes too, where their files lie elsewhere. */
  code: readonly string[];
  /** Some scripts of other origins carry no digest. */
  hasUnsealedScripts?: boolean;
  /** A window of another origin answers a page: an identity provider's. */
  hasPopups?: boolean;
}

interface Development {
  origins: readonly string[];
}

/** Where browsers tell what the policy has stopped. */
export const REPORT_PATH = '/beacon/policy';

/**
 * What a page may load and run: scripts that carry its nonce or that one of those has loaded, whoever else could put a
 * file on our origin; all else from our own origin and the configured ones; nothing inline. The boot data is JSON,
 * which no browser runs.
 *
 * Development adds the dev servers' origins and the style tags in which they send styles.
 *
 * @param guests Further origins of files, for the one page that a developer has put a remote into.
 */
export function contentPolicy(
  nonce: string,
  { connect, images, media, frames, code }: PolicySources,
  development?: Development,
  guests: readonly string[] = [],
): string {
  const origins = [...(development?.origins ?? []), ...guests];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // Browsers that know strict-dynamic pass over the origins; the others need them.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", "'self'", ...code, ...origins],
    'style-src': ["'self'", ...code, ...guests, ...(development ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'blob:', ...code, ...images, ...origins],
    'font-src': ["'self'", ...code],
    'media-src': ["'self'", 'blob:', ...media],
    'connect-src': ["'self'", ...connect, ...origins, ...sockets],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'report-uri': [REPORT_PATH],
    'report-to': ['policy'],
  };
  return policyText(directives);
}

/**
 * What a worker of the shell may load and reach. A page's policy does not count in it: its own file must bring one, or
 * it could neither load the rest of its code nor call anybody.
 */
export function workerPolicy({ connect }: Pick<PolicySources, 'connect'>): string {
  return policyText({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
}

const policyText = (directives: Record<string, readonly string[]>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
