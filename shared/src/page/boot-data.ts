import type { TermsVersion } from '../contract/terms';
import type { Me } from '../contract/users';
import type { PrefetchedAnswers } from '../navigation/initial-queries';
import type { PathAccess } from '../navigation/paths';
import type { AnalyticsConsent, Theme } from '../session/session-store';
import type { NavigationEntry } from './navigation-entry';

/** The shell's layout around a page. Everything is on by default. */
export interface PageLayout {
  /** Page background. Default: paper. */
  ground?: 'default' | 'dark' | 'black';
  header?: boolean;
  notices?: boolean;
  footer?: boolean;
  /** Padding above and below the page content. */
  padding?: boolean;
  /** Margins between the header's notices and the page, and between the page and the footer. */
  margin?: boolean;
  /** Whether the shell may show prompts here, such as consent to measuring. Disabled during a class. */
  requests?: boolean;
  /** Exactly one screen high, like an app: overflow scrolls within the page. Default: as tall as its content. */
  fixed?: boolean;
}

/** Who may open a page. */
export type PageAccess = PathAccess;

export interface RemoteRoute {
  /** Pattern with parameters in braces: /classrooms/{id}. */
  path: string;
  /** Key in the pages of the remote's door. */
  page: string;
  title: string;
  layout?: PageLayout;
  access: PageAccess;
  /** The user menu has a link to it, with its title, for those who may open it. Its path has no parameters. */
  inMenu?: boolean;
}

/** A registry entry of one remote: where its live release is, and the pages and slots it fills. */
export interface RegisteredRemote {
  /** Identifier of the container. */
  container: string;
  version: string;
  /** URL of the entry script. */
  entry: string;
  /** The entry is an ES module; absent: a classic script. */
  entryType?: 'module';
  routes: RemoteRoute[];
  slots: string[];
  /** Its pages in the product's navigation; absent when it asks for none. */
  navigation?: NavigationEntry[];
  /** URLs of the files needed by a page or slot. */
  preloads: { pages: Record<string, string[]>; slots: Record<string, string[]> };
  /** Subresource integrity digests of its files, by URL. A file without an entry does not run. */
  integrity: Record<string, string>;
  /** Development: served from source by a dev server, whose files have no digests. */
  isFromSource?: boolean;
}

/** A page of a remote that was retired. */
export interface RetiredRoute {
  /** Pattern with parameters in braces. */
  path: string;
  title: string;
}

export interface Registry {
  remotes: Record<string, RegisteredRemote>;
  /** Pages that are gone; absent when no remote was retired. */
  retired?: RetiredRoute[];
}

/** The response of /registry.json?failed=REMOTE. */
export interface RegistryAfterFailure extends Registry {
  /** The fallback release of that remote, if any. */
  previous?: RegisteredRemote;
}

/** The versions that are live for a browser. */
export interface LiveVersions {
  /** Version of the shell. */
  shell: string;
  remotes: Record<
    string,
    {
      version: string;
      /** Age of the latest release worth a reload; absent when there is none. */
      worthAgoMs?: number;
      /** Recently withdrawn versions. */
      takenBack?: string[];
    }
  >;
  /** Remotes that are gone; absent when there are none. */
  retired?: string[];
}

/** A Firebase project at Google, or the embedded issuer that replaces it on a machine without one. */
export type IdentityConfig =
  | { kind: 'firebase'; projectId: string; apiKey: string; authDomain: string }
  | { kind: 'embedded' };

export interface AppConfig {
  /** Version of the running shell. */
  shellVersion: string;
  publicUrl: string;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  links: { help: string; company: string; appStore: string; social: string };
  communicateMinAge: number;
  /** Whether session cookies are Secure: a browser drops those over plain http. */
  hasSecureCookies: boolean;
  /** The operator of this installation, as far as configured; it must be published by law. */
  operator: { name?: string; representative?: string; address?: string; phone?: string; email?: string };
  /** The measurement target instead of the product's own endpoint. */
  firebaseAnalytics?: { apiKey: string; projectId: string; appId: string; measurementId: string };
  /** The identity provider for sign-in besides e-mail and school; null when there is none. */
  identity: IdentityConfig | null;
  isDemo: boolean;
  isDevelopment: boolean;
}

/** A remote that this browser loads from a different source. */
export interface ShownOverride {
  remote: string;
  version: string;
  /** Served by a dev server on this machine, not a stored release. */
  isFromSource: boolean;
}

/** A page or a slot of a remote. */
export interface RenderedPart {
  remote: string;
  kind: 'pages' | 'slots';
  key: string;
}

/** The data that the web server embeds in the HTML (script #boot) so that the first screen needs no request. */
export interface BootData {
  me: Me | null;
  registry: Registry;
  /** Digests of the shell's files loaded later, by URL. */
  integrity: Record<string, string>;
  config: AppConfig;
  theme: Theme;
  analyticsConsent: AnalyticsConsent;
  /** Slots on the first screen of the page. */
  slots?: readonly string[];
  /** The responses to the page's initial queries. */
  answers?: PrefetchedAnswers;
  /** The coming version of the terms or of the policy that the page announces. */
  terms?: TermsVersion;
  /** ISO 8601. */
  serverTime: string;
  /** Pages and slots of remotes that the server has rendered: their content is in the HTML. */
  drawn?: readonly RenderedPart[];
  /** The time zone of the rendered parts, an IANA name; absent without them: the zone is the viewer's own. */
  timeZone?: string;
  /**
   * Signed token of this page view with the versions it was served; required to report their failures. Absent: it
   * reports nothing.
   */
  view?: string;
  /** Pages may be kept in the browser for offline. */
  hasOffline?: true;
  /** The overrides of live releases in this browser. */
  overrides?: ShownOverride[];
  /** The environment whose releases this browser gets in place of the live ones; absent for production. */
  environment?: string;
}
