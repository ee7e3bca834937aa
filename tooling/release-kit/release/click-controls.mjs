/** How long a control has to do what it does, in milliseconds. */
const EFFECT_MS = 50;
/** More are not clicked: a page with so many has long lists of the same kind. */
const MAX_CONTROLS = 60;
/** As many boxes and fields of each type are clicked: the others of a long form have the same code. */
const MAX_INPUTS = 8;
/** How long a page's controls are clicked, in milliseconds: a busy machine clicks fewer. */
const CLICKS_MS = 12_000;
/** Controls that lead to another page, after which this one is opened again. More of them are not clicked. */
const MAX_WAYS = 4;

/**
 * Presses every control in the content of a page once, and those in the dialogs that they open. Links are left alone, and
 * so are all but the first of several controls of the same name. Nothing that would change something on the
 * server leaves the browser.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ scope: string, reopen: () => Promise<void>, look: () => Promise<string[]> }} how `scope` is what the controls
 * are in; `look` returns what has failed since
 * @returns {Promise<{ where: string, text: string }[]>}
 */
export async function clickControls(page, { scope, reopen, look }) {
  await page.route(() => true, keepWritesHere);
  await page.evaluate(keepFormsHere);
  const path = new URL(page.url()).pathname;
  const findings = [];
  const clicked = [];
  const end = performance.now() + CLICKS_MS;
  let ways = 0;
  while (clicked.length < MAX_CONTROLS && ways < MAX_WAYS && performance.now() < end) {
    // A document that a click has left does not answer.
    const control = await page.evaluate(nextControl, { scope, clicked, maxInputs: MAX_INPUTS }).catch(() => null);
    if (control === undefined) break;
    if (control) clicked.push(control.key);
    const isHere = control !== null && (await page.evaluate(clickIt, EFFECT_MS).catch(() => false));
    const where = ` when "${control?.label ?? 'a control'}" is clicked`;
    findings.push(...(await look()).map((text) => ({ where, text })));
    if (isHere && new URL(page.url()).pathname === path) continue;
    ways += 1;
    await reopen();
    await page.evaluate(keepFormsHere);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return findings;
}

/** Answers what would change something. The page may have been left meanwhile. */
function keepWritesHere(route) {
  const handled = route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body: '' });
  return handled.catch(() => undefined);
}

/** Runs in the page: forms that scripts do not handle would load another page. */
function keepFormsHere() {
  addEventListener('submit', (event) => event.preventDefault());
}

/**
 * Runs in the page: finds the next control, in the topmost dialog if one is open, and then what closes that. Returns
 * undefined when there is none.
 */
function nextControl({ scope, clicked, maxInputs }) {
  const found = (window[Symbol.for('manabiba.gate.clicked')] ??= new WeakSet());
  const selector = 'button, select, summary, input, [role="button"], [role="tab"], [role="switch"], [role="menuitem"]';
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const places = dialog ? [dialog] : [...document.querySelectorAll(`${scope}, :popover-open`)];
  const labelOf = (control) =>
    control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent ?? '';
  const take = (element, kind, label) => {
    window[Symbol.for('manabiba.gate.control')] = element;
    return { key: `${kind} ${label}`, label: label || kind };
  };
  for (const control of places.flatMap((place) => [...place.querySelectorAll(selector)])) {
    if (found.has(control) || control.matches('a, a *, :disabled, [type="file"], [inert] *')) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    found.add(control);
    const kind = control.getAttribute('type') ?? control.localName;
    const label = labelOf(control).trim().slice(0, 40);
    const isOneOfMany =
      control.localName === 'input' && clicked.filter((key) => key.startsWith(`${kind} `)).length >= maxInputs;
    if (!isOneOfMany && !clicked.includes(`${kind} ${label}`)) return take(control, kind, label);
  }
  return dialog && take(dialog, 'dialog', '');
}

/** Runs in the page: clicks the control that was found. */
async function clickIt(effectMs) {
  const control = window[Symbol.for('manabiba.gate.control')];
  if (control instanceof HTMLDialogElement) {
    control.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (control.open) control.close();
  } else if (control instanceof HTMLSelectElement) {
    control.selectedIndex = (control.selectedIndex + 1) % control.options.length;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    control.focus({ preventScroll: true });
    control.click();
  }
  await new Promise((resolve) => setTimeout(resolve, effectMs));
  return true;
}
