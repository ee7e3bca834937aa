/** Replaces the federation runtime's logger, which handles delegates and stack traces: the console is enough. */
const createLogger = (prefix) => ({
  log: (...words) => console.log(prefix, ...words),
  info: (...words) => console.info(prefix, ...words),
  warn: (...words) => console.warn(prefix, ...words),
  error: (...words) => console.error(prefix, ...words),
  debug() {},
});

export const logger = createLogger('[ Module Federation ]');
export { createLogger, createLogger as createInfrastructureLogger, logger as infrastructureLogger };
export const bindLoggerToCompiler = () => undefined;
