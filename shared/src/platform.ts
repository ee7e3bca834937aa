/**
 * The facade: everything a remote takes from the shell at run time, so that a page has one React, one router, one
 * session and one cache however many remotes are on it. Modules without identity (ui, format, contract, endpoint
 * references) are bundled into each remote instead. Its version is that of this package: a name may be added in a minor
 * version, and removed only in a major one.
 */
export { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
export { Link, NavLink } from './navigation/link';
export { knownPath, paths } from './navigation/paths';
export { useIntentLink } from './navigation/use-intent-link';
/** `holdWayBack` is its name in version 1.0, still used by older releases of remotes. */
export { blockNavigation, blockNavigation as holdWayBack } from './navigation/navigation-blocker';

export { canUpgrade } from './session/can-upgrade';
export { useIsOnline, useMe, useSession } from './session/session-provider';
export { personMemory, type PersonStorage, personStorage } from './session/person-storage';
export { holdSession, useSessionHold } from './session/session-hold';
export { isSignedIn } from './session/session-store';
export { useKeepsCookies } from './session/use-keeps-cookies';
export { RequireUser, useUser } from './session/user-provider';

export { type ApiError, isApiError } from './data/api-error';
export { callEndpoint } from './data/call-endpoint';
export { prefetchEndpoint } from './data/fetch-entry';
export { type CacheChange, changeCached, changeWhile } from './data/optimistic-changes';
export { serverClock } from './data/server-clock';
export { uploadFile } from './data/upload/upload-file';
export { useEndpoint } from './data/use-endpoint';
export { useEndpointMutation } from './data/use-endpoint-mutation';
export { useEndpointPages } from './data/use-endpoint-pages';

export { track } from './analytics/track';
export { useFormFill } from './analytics/use-form-fill';
export { useView } from './analytics/use-view';

export type { LiveStatus } from './realtime/snapshot';
export { useLiveCollection } from './realtime/use-live-collection';
export { useLiveDocument } from './realtime/use-live-document';

export {
  Slot,
  useConfig,
  useResendEmail,
  useSetAnalyticsConsent,
  useSetTheme,
  useSignOut,
} from './page/shell-services';
export { NotFoundPage, RefusalPage } from './page/refusal-page';
export type { RemoteDoor } from './page/remote-door';
export type { SearchResultsParams } from './page/search-results';
export type { ProviderToken, SignUpStepsParams } from './page/sign-up-steps';
export { copyText, shareLink } from './feedback/share-link';
export { showMessageFor, toast } from './feedback/toast';
export type { SlotName, SlotParams } from './page/slots';
export { useNow } from './page/use-now';
export { useServerNow } from './page/use-server-now';
export { usePageLayout } from './page/use-page-layout';
export { usePageTitle } from './page/use-page-title';

export { Phrases } from './ui/phrases';
