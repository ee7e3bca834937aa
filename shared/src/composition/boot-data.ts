import type { Me } from '../contract/users';
import type { Theme } from '../session/session-store';

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
}

/** Who may open a page: everybody, signed-in people, professionals. */
export type PageAccess = 'anyone' | 'person' | 'professional';

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
  /** URL path of the entry script. */
  entry: string;
  routes: RemoteRoute[];
  slots: string[];
  /** URL paths of the files that a page or a slot needs. */
  preloads: { pages: Record<string, string[]>; slots: Record<string, string[]> };
  integrity: Record<string, string>;
}

export interface Registry {
  remotes: Record<string, RegisteredRemote>;
}

export interface AppConfig {
  publicUrl: string;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  links: { help: string; company: string; appStore: string; social: string };
  communicateMinAge: number;
  isDemo: boolean;
  isDevelopment: boolean;
}

/** What the web server writes into the HTML (script #boot) so that the first screen waits for nothing. */
export interface BootData {
  me: Me | null;
  registry: Registry;
  config: AppConfig;
  theme: Theme;
  /** ISO 8601. */
  serverTime: string;
  /** Under what name this view of the page may tell of remotes that fail in it; absent: it tells nothing. */
  view?: string;
}
