import { CHALLENGE_DONE } from './channel';

// Only signals that the challenge has ended; the page that shows it queries the API for the outcome.
parent.postMessage({ kind: CHALLENGE_DONE }, '*');
