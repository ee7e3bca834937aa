/** The style of the pages, readable on a phone, in light and dark. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#FBFAF7;--surface:#FFF;--line:#E2DED5;--edge:#87837A;--ink:#1D222B;--soft:#5A6270;--action:#27459B;--action-ink:#FFF}
@media(prefers-color-scheme:dark){:root{--ground:#14161B;--surface:#1C1F26;--line:#2D323C;--edge:#727B8B;--ink:#EDEFF3;--soft:#A3ACBB;--action:#8FA8F0;--action-ink:#10131A}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.7 "Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;padding:12px 16px;background:var(--surface);border-bottom:1px solid var(--line)}
header a{font-weight:600;color:var(--ink);text-decoration:none}header span{color:var(--soft);font-size:.875rem}
main{max-width:880px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.375rem;line-height:1.35;margin:0 0 16px;overflow-wrap:anywhere}h2{font-size:1rem;margin:24px 0 8px}
a{color:var(--action)}:focus-visible{outline:2px solid var(--action);outline-offset:2px}
.tools{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;margin-bottom:16px}
.search{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
input,button{font:inherit;min-height:44px;border-radius:6px;border:1px solid var(--edge);background:var(--surface);color:var(--ink);padding:0 12px;max-width:100%}
button{cursor:pointer}
.mails{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.mails li+li{border-top:1px solid var(--line)}
.mails a{display:grid;gap:0 16px;padding:12px 16px;color:inherit;text-decoration:none;overflow-wrap:anywhere}.mails a:hover{background:var(--ground)}
.mails span,.mails time{color:var(--soft);font-size:.875rem}
@media(min-width:640px){.mails a{grid-template-columns:1fr auto}.mails strong{grid-column:1/-1}}
.empty{color:var(--soft);padding:32px 0;text-align:center}
dl{margin:0;display:grid;gap:4px}dl div{display:flex;gap:16px}dt{color:var(--soft);min-width:4em}dd{margin:0;overflow-wrap:anywhere;min-width:0}
iframe{width:100%;height:640px;border:1px solid var(--line);border-radius:12px;background:#FFF}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px;margin:0;font:inherit;font-size:.875rem}
details{margin-top:24px}summary{cursor:pointer;min-height:44px;display:flex;align-items:center}
`.replaceAll('\n', '');
