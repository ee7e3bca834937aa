// No static imports and only old syntax until the version is checked: an old Node must get this far.
/** @type {[number, number]} */
var MINIMUM = [20, 19];

var parts = process.versions.node.split('.').map(Number);
var isOld = parts[0] === MINIMUM[0] ? Number(parts[1]) < MINIMUM[1] : Number(parts[0]) < MINIMUM[0];
if (isOld) {
  console.error(
    'Manabiba needs Node.js ' +
      MINIMUM.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. Install one from https://nodejs.org and start again.',
  );
  process.exitCode = 1;
} else {
  void import('./start-product.mjs').then(function (product) {
    return product.startProduct();
  });
}
