/** Replaces the bundler part of the federation runtime that prepares tree-shaken shared modules. We share none. */
export function init({ webpackRequire }) {
  const { initOptions, runtime } = webpackRequire.federation;
  return runtime.init(initOptions);
}
