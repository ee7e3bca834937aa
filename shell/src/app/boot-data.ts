import type { BootData } from '@manabiba/shared/page/boot-data';

/** Distinguishes this page load from others with the same HTML: the web server sends an anonymous page again for a second. */
const load = Math.random().toString(36).slice(2, 10);

/**
 * Returns the boot data of this page, with the token of its view as of this page load. Empty in pages without any: those
 * of development tools.
 */
export function bootData(): Partial<BootData> {
  const boot = JSON.parse(document.getElementById('boot')?.textContent || '{}') as Partial<BootData>;
  return boot.view ? { ...boot, view: `${boot.view}~${load}` } : boot;
}
