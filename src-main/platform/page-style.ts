import { createHash } from 'node:crypto';

/** The style sheet of all pages that a browser shows: the values of the visual language, light and dark by the system's wish. */
export const styleSheet = `
:root{color-scheme:light dark;--canvas:light-dark(#e6eced,#0c1215);--surface:light-dark(#fafbfc,#131a1d);--raised:light-dark(#fff,#1a2326);
--hover:light-dark(#ecf1f3,#1c262b);--inverse:light-dark(#132027,#e1e8e9);--line:light-dark(#d6ddde,#283134);--edge:light-dark(#788487,#69777c);
--text:light-dark(#132027,#e1e8e9);--muted:light-dark(#4b595f,#a0acaf);--on-inverse:light-dark(#f0f4f5,#0f171c);--accent:light-dark(#125bab,#7abdf5);
--on-accent:light-dark(#fff,#091521);--focus:light-dark(#0164cf,#69caff);--ok:light-dark(#12673c,#68ce97);--danger:light-dark(#ae2228,#f98b85);--danger-soft:light-dark(#feeae9,#421d1e);
--ui:-apple-system,"Segoe UI Variable Text","Segoe UI","Cantarell","Ubuntu","Noto Sans","Liberation Sans",system-ui,sans-serif;
--mono:"JetBrains Mono Variable",ui-monospace,"Cascadia Mono","SF Mono",Menlo,"Liberation Mono",monospace}
@media (prefers-contrast:more){:root{--surface:light-dark(#fff,#000);--raised:light-dark(#fff,#090909);--line:light-dark(#555,#9e9e9e);--edge:light-dark(#000,#fff);
--text:light-dark(#000,#fff);--muted:light-dark(#222,#e4e4e4);--danger:light-dark(#8b000a,#ffa09c)}}
*,*::before,*::after{box-sizing:border-box}
html{font-size:100%}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:1fr auto;background:var(--surface);color:var(--text);font:400 .875rem/1.375rem var(--ui);-webkit-font-smoothing:antialiased}
main{width:100%;max-width:24rem;margin:0 auto;padding:clamp(1.5rem,14vh,8rem) 1.25rem 2rem}
h1,p,ul,dl,dd{margin:0;padding:0}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin-bottom:2rem}
.brand svg{width:1.375rem;height:1.375rem;margin-inline-start:-.1875rem;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round;flex:none}
h1{font-size:1.25rem;line-height:1.5rem;font-weight:600;letter-spacing:-.01em}
.mark{display:block;width:2.5rem;height:2.5rem;margin:0 0 .75rem -.3125rem;fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}.mark.taken{stroke:var(--ok)}.mark.refused{stroke:var(--danger)}
.lead{margin-top:.375rem;color:var(--muted)}
.lead b{color:var(--text);font-weight:600}
b,code,.who,li{overflow-wrap:anywhere}
form{display:grid;gap:1rem;margin-top:1.5rem}
.field{display:grid;gap:.25rem}
label{font-size:.8125rem;line-height:1.25rem;font-weight:500}
input{font:inherit;color:inherit;width:100%;height:2.25rem;padding:0 .625rem;border:1px solid var(--edge);border-radius:4px;background:var(--raised)}
input[aria-invalid=true]{border-color:var(--danger);box-shadow:inset 0 0 0 1px var(--danger)}
button{font:inherit;font-weight:500;min-height:2.25rem;padding:.25rem 1rem;border:1px solid var(--edge);border-radius:4px;background:var(--raised);color:inherit;cursor:pointer}
a{color:var(--accent)}
button:hover{background:var(--hover)}
button.ink{background:var(--inverse);border-color:var(--inverse);color:var(--on-inverse)}
button.ink:hover{background:color-mix(in srgb,var(--inverse) 82%,var(--surface));border-color:transparent;color:var(--on-inverse)}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.choices{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}
.note{display:grid;grid-template-columns:1rem 1fr;gap:.5rem;margin-top:1.25rem;padding:.625rem .75rem;border-inline-start:3px solid var(--danger);background:var(--danger-soft)}
.note svg{width:1rem;height:1rem;margin-top:.1875rem;fill:none;stroke:var(--danger);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
dl{margin-top:1.5rem;border-top:1px solid var(--line)}
dl>div{padding:.625rem 0;border-bottom:1px solid var(--line)}
dt{font-size:.75rem;line-height:1rem;font-weight:600;color:var(--muted)}
ul{list-style:none}
code{font-family:var(--mono);font-feature-settings:"liga" 0,"calt" 0,"zero" 1;font-size:.8125rem}
footer code{font-size:.75rem}
.or{margin:1rem 0 0;text-align:center;color:var(--muted)}.or+form{margin-top:1rem}
.accounts{gap:.5rem}.accounts button{text-align:start;overflow-wrap:anywhere}button.plain{border-color:transparent;background:none;color:var(--accent)}
dd .accounts{margin-top:.5rem}dd .accounts button{justify-self:start}
p+p,code+p{margin-top:.75rem}
.evidence{display:block;margin:1rem 0;padding:.625rem .75rem;border-inline-start:3px solid var(--danger);background:var(--danger-soft)}
footer{padding:1rem 1.25rem;text-align:center;font-size:.75rem;line-height:1rem;color:var(--muted)}
@media (forced-colors:active){button,input{border-color:CanvasText}}
`;

/** The source expression that lets this style sheet, and no other, into our pages. CSP 3 §2.3.1. */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`;

/** The name of the product above the content of a page. */
export const pageBrand =
  '<div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3.5 21V10a8.5 8.5 0 0 1 17 0v11"/>' +
  '<path d="M8 21V11.5a4 4 0 0 1 8 0V21"/><path d="M12 7.5V21"/><path d="M8 15.5h8"/></svg>Gatehouse</div>';
