import { version } from '../../package.json';
import * as platform from '../platform';

/**
 * The names available to remotes, by the version that added them. A new name requires a new minor version, because
 * remotes declare the version they need.
 */
const names = {
  '1.0.0': [
    'Link',
    'NavLink',
    'Navigate',
    'NotFoundPage',
    'RefusalPage',
    'RequireUser',
    'Slot',
    'callEndpoint',
    'canUpgrade',
    'changeCached',
    'changeWhile',
    'holdWayBack',
    'isApiError',
    'isSignedIn',
    'knownPath',
    'paths',
    'prefetchEndpoint',
    'shareLink',
    'showMessageFor',
    'toast',
    'track',
    'uploadFile',
    'useConfig',
    'useEndpoint',
    'useEndpointMutation',
    'useEndpointPages',
    'useFormFill',
    'useIsOnline',
    'useLiveCollection',
    'useLiveDocument',
    'useLocation',
    'useMe',
    'useNavigate',
    'useNow',
    'usePageLayout',
    'usePageTitle',
    'useParams',
    'useResendEmail',
    'useSearchParams',
    'useSession',
    'useSetAnalyticsConsent',
    'useSetTheme',
    'useSignOut',
    'useUser',
    'useView',
  ],
  '1.1.0': [
    'Phrases',
    'holdSession',
    'personMemory',
    'personStorage',
    'useIntentLink',
    'useKeepsCookies',
    'useSessionHold',
  ],
  '1.2.0': ['blockNavigation'],
  '1.3.0': ['serverClock'],
  // Paths of plans and payments.
  '1.4.0': [],
  // History state of links.
  '1.5.0': [],
  // The path of receipts.
  '1.6.0': [],
  // Pages of the staff.
  '1.7.0': [],
  '1.8.0': ['useServerNow'],
  '1.9.0': ['copyText'],
};

it('exports exactly the names of its version', () => {
  expect(Object.keys(platform).sort()).toEqual(Object.values(names).flat().sort());
  expect(version).toBe(Object.keys(names).at(-1));
});
