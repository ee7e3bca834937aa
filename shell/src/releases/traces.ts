/** What scripts have left in this browser, by name, and the functions that all of them share. */
export interface Traces {
  names: string[];
  shared: readonly unknown[];
}

/**
 * Keys that the facade writes for the current user, and removes with them. They contain the user's id, which must not
 * stay in the memory of a page that the next user of the browser sees.
 */
const OF_USER = /^person:/;

export function findTraces(): Traces {
  const cookies = document.cookie.split('; ').map((pair) => pair.replace(/=.*$/s, ''));
  return {
    names: [...cookies, ...keysOf('localStorage'), ...keysOf('sessionStorage')].filter((name) => !OF_USER.test(name)),
    shared: [
      Reflect.get(window, 'fetch'),
      EventTarget.prototype.addEventListener,
      history.pushState,
      history.replaceState,
    ],
  };
}

/** How it was before the first remote ran: `bootstrap.tsx` loads this file. */
export const tracesAtStart = findTraces();

function keysOf(area: 'localStorage' | 'sessionStorage'): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    // Storage is blocked.
    return [];
  }
}
