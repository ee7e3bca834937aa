/** The styles of the reference page: the product's own colours and type, light and dark by device setting. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#FBFAF7, #14161B); --surface: light-dark(#FFFFFF, #1C1F26); --sunken: light-dark(#F3F1EC, #101216);
  --line: light-dark(#E2DED5, #2D323C); --ink: light-dark(#1D222B, #EDEFF3); --soft: light-dark(#5A6270, #A3ACBB);
  --action: light-dark(#27459B, #8FA8F0); --ok: light-dark(#1C7047, #6CC79B); --warn: light-dark(#825500, #E0B15C); --live: light-dark(#B02A1A, #FF7A6B);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.7 "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", system-ui, sans-serif; }
a { color: var(--action); text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 0.875rem/1.6 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 16px; top: 16px; background: var(--surface); padding: 8px 16px; }
.top { padding: 32px 16px 24px; border-bottom: 1px solid var(--line); background: var(--surface); }
.top > * { max-width: 1120px; margin-inline: auto; }
.top p { margin-block: 0; color: var(--soft); }
.brand { font-weight: 600; color: var(--action) !important; }
h1 { font-size: 1.75rem; line-height: 1.35; margin-block: 0 8px; }
h2 { font-size: 1.375rem; line-height: 1.35; margin: 48px 0 16px; }
h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; font-size: 1rem; margin: 0 0 8px; }
h3 code { font-size: 1rem; overflow-wrap: anywhere; }
.name { margin-inline-start: auto; font-size: 0.875rem; font-weight: 400; color: var(--soft); text-decoration: none; }
.columns { max-width: 1184px; margin: 0 auto; padding: 0 16px 64px; }
nav h2 { font-size: 0.875rem; margin: 24px 0 4px; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: 8px; align-items: baseline; padding: 6px 0; font-size: 0.875rem; text-decoration: none; color: var(--ink); }
nav li a:hover span { text-decoration: underline; }
nav li span { overflow-wrap: anywhere; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin-bottom: 16px; }
article p { margin: 0 0 12px; }
article:target { border-color: var(--action); }
.access { color: var(--soft); font-size: 0.875rem; }
.method { flex: none; font: 600 0.75rem/1.5 ui-monospace, Menlo, Consolas, monospace; padding: 1px 8px; border-radius: 6px; background: var(--sunken); color: var(--action); }
.method.post { color: var(--ok); } .method.put, .method.patch { color: var(--warn); } .method.delete { color: var(--live); }
nav .method { min-width: 56px; text-align: center; padding-inline: 4px; }
.scroll { overflow-x: auto; margin-bottom: 12px; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { text-align: start; color: var(--soft); padding-bottom: 4px; }
th, td { text-align: start; vertical-align: top; font-weight: 400; padding: 6px 12px 6px 0; border-top: 1px solid var(--line); }
thead th { color: var(--soft); border-top: 0; white-space: nowrap; }
tr:target { background: var(--sunken); }
summary { cursor: pointer; padding: 6px 0; color: var(--action); font-size: 0.875rem; }
pre { margin: 4px 0 8px; padding: 12px 16px; background: var(--sunken); border-radius: 6px; overflow-x: auto; }
.errors { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 4px 0 8px; padding: 0; font-size: 0.875rem; }
@media (min-width: 960px) {
  .columns { display: grid; grid-template-columns: 280px minmax(0, 1fr); gap: 48px; padding-inline: 32px; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-block: 8px 32px; }
  .top { padding-inline: 32px; }
}
`;
