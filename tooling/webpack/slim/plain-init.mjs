/** Stands in for the bundler's half of the federation runtime where it prepares for shared parts that were shaken. We share none. */
export function init({ webpackRequire }) {
  const { initOptions, runtime } = webpackRequire.federation;
  return runtime.init(initOptions);
}
