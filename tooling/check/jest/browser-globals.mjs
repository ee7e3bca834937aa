import { ReadableStream, TransformStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';

// Globals that every browser has and jsdom lacks.
Object.assign(globalThis, { TextEncoder, TextDecoder, ReadableStream, TransformStream });

Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/** @type {ArrayBuffer} */ (reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

// As in Chromium, which supports every feature that the product checks.
globalThis.CSS = Object.assign(globalThis.CSS ?? {}, { supports: () => true });

globalThis.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

if (typeof URL.createObjectURL !== 'function')
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL() {} });

const dialog = globalThis.HTMLDialogElement?.prototype;
if (dialog && !dialog.showModal) {
  dialog.show = function show() {
    this.open = true;
  };
  dialog.showModal = function showModal() {
    this.open = true;
  };
  dialog.close = /** @this {HTMLDialogElement} */ function close(value) {
    if (!this.open) return;
    this.open = false;
    if (value !== undefined) this.returnValue = value;
    this.dispatchEvent(new Event('close'));
  };
}

const element = globalThis.HTMLElement?.prototype;
if (element) {
  element.scrollIntoView ??= () => undefined;
  element.setPointerCapture ??= () => undefined;
  element.showPopover ??= function showPopover() {
    this.setAttribute('data-popover-open', '');
  };
  element.hidePopover ??= function hidePopover() {
    this.removeAttribute('data-popover-open');
  };
}
