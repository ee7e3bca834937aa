import type { Me } from '../contract/users';
import type { PrefetchedAnswers } from '../navigation/initial-queries';
import type { PathAccess } from '../navigation/paths';
import type { AnalyticsConsent, Theme } from '../session/session-store';

/** How the shell frames a page. Everything is on by default. */
export interface PageLayout {
  /** Ground behind the page. Default: paper. */
  ground?: 'default' | 'dark' | 'black';
  header?: boolean;
  notices?: boolean;
  footer?: boolean;
  /** Space inside the page, above and below its content. */
  padding?: boolean;
  /** Space between the header's notices and the page, and between the page and the footer. */
  margin?: boolean;
  /** Whether the shell may ask for something here, such as consent to measuring. Not in the middle of a class. */
  requests?: boolean;
  /** One screen high, like an app: what is longer scrolls within the page. Default: as long as its content. */
  fixed?: boolean;
}

/** Who may open a page. */
export type PageAccess = PathAccess;

export interface RemoteRoute {
  /** Pattern with parameters in braces: /classrooms/{id}. */
  path: string;
  /** Key among the pages of the remote's door. */
  page: string;
  title: string;
  layout?: PageLayout;
  access: PageAccess;
}

/** One remote as the registry has it: where its live release is and what it fills. */
export interface RegisteredRemote {
  /** Identifier of the container. */
  container: string;
  version: string;
  /** URL of the entry script. */
  entry: string;
  routes: RemoteRoute[];
  slots: string[];
  /** URLs of the files that a page or a slot needs. */
  preloads: { pages: Record<string, string[]>; slots: Record<string, string[]> };
  /** Digests of its files by their URLs, as subresource integrity writes them. What is not here does not run. */
  integrity: Record<string, string>;
  /** Development: served from its source by a dev server, whose files have no digests. */
  isFromSource?: boolean;
}

export interface Registry {
  remotes: Record<string, RegisteredRemote>;
}

/** What /registry.json?failed=REMOTE answers. */
export interface RegistryAfterFailure extends Registry {
  /** The release of that remote to go back to, when there is one. */
  previous?: RegisteredRemote;
}

/** What is live for a browser now. */
export interface LiveVersions {
  /** Version of the shell. */
  shell: string;
  remotes: Record<
    string,
    {
      version: string;
      /** How long ago a release came that is worth a reload; absent for never. */
      worthAgoMs?: number;
      /** Versions that were taken back of late. */
      takenBack?: string[];
    }
  >;
}

/** A Firebase project with Google, or the issuer that stands in for one on a machine that has none. */
export type IdentityConfig =
  { kind: 'firebase'; projectId: string; apiKey: string; authDomain: string } | { kind: 'embedded' };

export interface AppConfig {
  /** Version of the shell that the page runs. */
  shellVersion: string;
  publicUrl: string;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  links: { help: string; company: string; appStore: string; social: string };
  communicateMinAge: number;
  /** Whether the session's cookies are Secure: a browser drops those at plain http. */
  hasSecureCookies: boolean;
  /** Who runs this installation, as far as it says so: the law wants it to be read. */
  operator: { name?: string; representative?: string; address?: string; phone?: string; email?: string };
  /** Where to measure, instead of the product's own endpoint. */
  firebaseAnalytics?: { apiKey: string; projectId: string; appId: string; measurementId: string };
  /** By whom people may sign in besides e-mail and school; null: by nobody. */
  identity: IdentityConfig | null;
  isDemo: boolean;
  isDevelopment: boolean;
}

/** A remote that this browser gets from elsewhere than everybody. */
export interface ShownOverride {
  remote: string;
  version: string;
  /** It comes from a dev server on this very machine, not from a kept release. */
  isFromSource: boolean;
}

/** What the web server writes into the HTML (script #boot) so that the first screen waits for nothing. */
export interface BootData {
  me: Me | null;
  registry: Registry;
  /** Digests of the shell's own files that come later, by URL. */
  integrity: Record<string, string>;
  config: AppConfig;
  theme: Theme;
  analyticsConsent: AnalyticsConsent;
  /** Slots on the first screen of the page. */
  slots?: readonly string[];
  /** What the page asks the api for first, answered already. */
  answers?: PrefetchedAnswers;
  /** ISO 8601. */
  serverTime: string;
  /** Signed token of this page view, which names the versions that it was given; under it the page may report that they fail. Absent: it reports nothing. */
  view?: string;
  /** What this browser alone gets in place of what is live. */
  overrides?: ShownOverride[];
}
