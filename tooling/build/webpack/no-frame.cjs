// Stands in the sandbox renderer for what is around every page: the web server renders it, a sandbox would for nothing.
exports.Header = exports.Footer = exports.NavigationBar = () => null;
