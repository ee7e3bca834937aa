import type { EnvironmentName, Override, RegistryReader, RemoteHealth, ServedRegistry } from '@manabiba/releases';
import type { AppConfig, BootData } from '@manabiba/shared/page/boot-data';

import type { PageLocation, RenderPage } from '../../src/server-render';
import type { ShellFiles } from '../files/shell-manifest';
import type { AskApi } from '../pages/ask-api';
import type { KnownPage } from '../pages/known-pages';
import type { SecondCache } from '../pages/page-cache';
import type { PageCode } from '../policy/content-policy';
import type { ReadAudience } from '../registry/read-audience';
import type { RequestIdentity } from '../sessions/request-identity';
import type { SessionRefresher } from '../sessions/session-refresher';
import type { InlineStyles } from './html/inline-styles';
import type { PageRenderer } from './sandbox/page-renderer';

export interface PagesOptions {
  refresher: SessionRefresher;
  registry: RegistryReader;
  /** Sends the initial queries of pages to the api. */
  askFirst: AskApi;
  /** How long a page waits for the answers, in milliseconds. */
  prefetchedAnswersMs: number;
  readAudience: ReadAudience;
  /** Whether browsers may keep pages for offline. */
  hasOffline: boolean;
  /** Counts page failures; absent: nothing is counted. */
  health?: RemoteHealth | undefined;
  config: AppConfig;
  shell: ShellFiles;
  /** Renders pages on the server. Without it pages are served empty. */
  render?: RenderPage | undefined;
  /** Renders pages with the parts of remotes; absent: only browsers run the code of remotes. */
  remoteRendering?: RemoteRendering | undefined;
  /**
   * Headers of a page with this code that also loads files from these origins: dev servers on the developer's own
   * machine.
   */
  headersFor: (code: PageCode, origins: readonly string[]) => Record<string, string>;
}

interface RemoteRendering {
  pages: PageRenderer;
  releasesDir: string;
  inlineStyles: InlineStyles;
  /** Anonymous renders that signed-in pages start from; null for pages that cannot be rendered. */
  anonymousRenders: SecondCache<RenderedHtml | null>;
}

/** The HTML of a page with the parts of remotes, and the boot data that hydrate it. */
export interface RenderedHtml {
  html: string;
  boot: BootData & Required<Pick<BootData, 'drawn' | 'timeZone'>>;
}

/** A request for a page and what is known about it. */
export interface PageRequest {
  page: KnownPage | undefined;
  registry: ServedRegistry | null;
  identity: RequestIdentity;
  location: PageLocation;
  /** Releases that only this browser gets. */
  overrides: Override[];
  /** The environment that this browser has opened; null for production. */
  environment: EnvironmentName | null;
  /** Empty for a page that several users get. */
  nonce: string;
  isCounted: boolean;
}
