import { EventReplay } from './event-replay';
import { showPageTimeZone } from './page-time-zone';

// The script at the start of every page, which must run before the body is parsed. `npm run generate` builds it into
// page-script.ts; renderDocument sets its attributes.
const { signedIn, timeZone } = document.currentScript?.dataset ?? {};
new EventReplay(signedIn !== undefined);
if (timeZone) showPageTimeZone(timeZone);
