/** Allowed origins beyond our own, by resource kind. */
export interface PolicySources {
  /** API calls, sockets and live documents. */
  connect: readonly string[];
  images: readonly string[];
  /** Audio and video. */
  media: readonly string[];
  frames: readonly string[];
  /** Scripts and styles, including those of remotes whose files are hosted elsewhere. */
  code: readonly string[];
  /** Some scripts of other origins have no digest. */
  hasUnsealedScripts?: boolean;
  /** A popup of another origin messages the page: an identity provider's. */
  hasPopups?: boolean;
}

/** The code that a page itself names in its policy. */
export interface PageCode {
  /** `nonce-…`, or the digest of each script for a page that several users get. */
  scripts: readonly string[];
  /** Digests of the styles that are in the page. */
  styles?: readonly string[];
  /** A remote loads scripts without a digest. */
  isUnsealed?: boolean;
}

interface Development {
  origins: readonly string[];
}

/** Endpoint to which browsers report policy violations. */
export const REPORT_PATH = '/beacon/policy';

/**
 * Builds the content security policy of a page: its own scripts and those that they load, even if others could
 * place a file on our origin; everything else from our own origin and the configured ones; nothing inline without its
 * digest. The boot data is JSON, which no browser runs.
 *
 * Development adds the dev servers' origins and inline style tags, in which they send styles.
 *
 * @param guests Further origins of files, for the one page into which a developer has put a remote.
 */
export function contentPolicy(
  { scripts, styles = [] }: PageCode,
  { connect, images, media, frames, code }: PolicySources,
  development?: Development,
  guests: readonly string[] = [],
): string {
  const origins = [...(development?.origins ?? []), ...guests];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // Browsers that support strict-dynamic ignore the origins; the others need them.
    'script-src': [...scripts.map((script) => `'${script}'`), "'strict-dynamic'", "'self'", ...code, ...origins],
    'style-src': [
      "'self'",
      ...code,
      ...guests,
      // Next to a digest, browsers ignore the keyword.
      ...(development ? ["'unsafe-inline'"] : styles.map((style) => `'${style}'`)),
    ],
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
 * The policy for a worker of the shell. A page's policy does not apply to it: its own file must carry one, or it could
 * neither load the rest of its code nor make calls.
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
