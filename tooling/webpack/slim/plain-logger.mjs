/** Stands in for the federation runtime's logger, which finds its way between delegates and stack traces: the console does. */
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
