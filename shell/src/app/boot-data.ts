import type { BootData } from '@manabiba/shared/page/boot-data';

/** The boot data of this page. Empty in pages without any: those of development tools. */
export const bootData = () => JSON.parse(document.getElementById('boot')?.textContent || '{}') as Partial<BootData>;
