// `node server/maintenance.mjs migrate|backup FOLDER|restore FOLDER` runs one task of the built product.

// Before anything of the product is loaded: Node would open its inspector on this signal (src/process-lifecycle.mjs).
process.on('SIGUSR1', () => undefined);
const { runMaintenance } = await import(new URL('dist/maintenance.mjs', import.meta.url).href);

try {
  console.log(await runMaintenance(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error.name === 'UserFacingError' ? error.message : error);
  process.exitCode = 1;
}
