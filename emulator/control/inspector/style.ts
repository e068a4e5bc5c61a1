export const style = `
:root{color-scheme:light dark;--ink:#1c2024;--dim:#666f76;--line:#e2e6e9;--back:#f7f8f9;--card:#fff;--soft:#eef1f3;--link:#2563c9;--good:#218358;--bad:#c62a3d;--warn:#a35f00}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--dim:#98a1a8;--line:#2b3136;--back:#111416;--card:#191d20;--soft:#22272b;--link:#7fb0ff;--good:#4cc38a;--bad:#ff8b97;--warn:#f0b765}}
*{box-sizing:border-box}
html,body{height:100%}
body{margin:0;background:var(--back);color:var(--ink);font:14px/1.45 system-ui,sans-serif;display:grid;grid-template:auto 1fr/13rem 1fr;grid-template-areas:"head head" "nav main"}
header{grid-area:head;display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;padding:.55rem 1rem;border-bottom:1px solid var(--line);background:var(--card)}
header h1{font-size:1rem;margin:0}
header .push{flex:1}
#now{font-variant-numeric:tabular-nums;font-family:ui-monospace,monospace}
#world:empty{display:none}
#world,.pill{background:var(--soft);border-radius:1rem;padding:.1rem .6rem;font-size:.85rem}
nav{grid-area:nav;border-right:1px solid var(--line);background:var(--card);padding:.75rem .5rem;overflow:auto}
nav ul{list-style:none;margin:0 0 1rem;padding:0}
nav a{display:block;padding:.4rem .6rem;border-radius:.4rem;color:inherit;text-decoration:none}
nav a:hover{background:var(--soft)}
nav a[aria-current]{background:var(--soft);font-weight:600}
nav .links{color:var(--dim);font-size:.85rem}
nav .links a{padding:.2rem .6rem}
main{grid-area:main;overflow:auto;min-width:0}
.page{padding:1rem;min-height:100%}
h2{font-size:1rem;margin:0}h3{font-size:.85rem;margin:1rem 0 .3rem;color:var(--dim);font-weight:600}h4{font-size:.8rem;margin:.6rem 0 .2rem;color:var(--dim)}
a{color:var(--link)}
.dim,.empty{color:var(--dim)}
.empty{padding:2rem;text-align:center}
.lead strong{font-size:1.2rem}
.hint{border-left:3px solid var(--warn);padding:.3rem .6rem;background:var(--soft);border-radius:0 .3rem .3rem 0;white-space:pre-wrap}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-bottom:.75rem}
.tools h2{flex:1}
button,input,select,textarea{font:inherit;color:inherit}
button{padding:.3rem .7rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card);cursor:pointer}
button:hover{background:var(--soft)}
button.main{background:var(--link);border-color:var(--link);color:var(--card);font-weight:600}
button.bad{color:var(--bad)}
button.quiet{border-color:transparent}
input:not([type=checkbox]):not([type=file]),select,textarea{padding:.35rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card)}
input[type=search]{flex:1;min-width:12rem}
textarea{width:100%;font:12.5px/1.5 ui-monospace,monospace;margin-bottom:.5rem;resize:vertical}
select{width:100%;margin-bottom:.5rem}
:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.split{display:grid;grid-template-columns:minmax(0,1fr) minmax(18rem,26rem);gap:1rem;align-items:start}
.split.three{grid-template-columns:11rem minmax(0,1fr) minmax(16rem,24rem)}
.list{overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.state .list{padding:.75rem}
.state .list .tools{position:sticky;left:0}
.triggers .list{background:none;border:0}
.detail{position:sticky;top:1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem;max-height:calc(100vh - 6rem);overflow:auto}
table{border-collapse:collapse;width:100%}
th{position:sticky;top:0;background:var(--card);text-align:left;font-size:.8rem;color:var(--dim);font-weight:600;padding:.45rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap}
td{padding:.35rem .6rem;border-bottom:1px solid var(--line);max-width:18rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
tbody tr{cursor:pointer}
tbody tr:hover,tbody tr[aria-selected]{background:var(--soft)}
.number,.count{font-variant-numeric:tabular-nums;color:var(--dim)}
.what{max-width:0;width:60%}
.method{display:inline-block;min-width:3.6rem;font:600 11px ui-monospace,monospace;color:var(--dim)}
.status{font-variant-numeric:tabular-nums;font-weight:600}
.s2{color:var(--good)}.s3,.s4{color:var(--warn)}.s5{color:var(--bad)}
.flags span{margin-left:.25rem}
pre{margin:0;overflow:auto;font:12.5px/1.5 ui-monospace,monospace}
.json{background:var(--back);border:1px solid var(--line);border-radius:.4rem;padding:.6rem;max-height:24rem;white-space:pre-wrap;overflow-wrap:anywhere}
code{font:12.5px ui-monospace,monospace}
details{margin-top:.75rem}summary{cursor:pointer}
.tables{list-style:none;margin:0;padding:0}
.tables button{display:flex;width:100%;justify-content:space-between;gap:.5rem;text-align:left}
.tables button[aria-current]{background:var(--soft);font-weight:600}
.tables .none{color:var(--dim)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(21rem,1fr));gap:1rem;align-items:start}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem;margin:0 0 .75rem}
.cards .card{margin:0}
.card p{margin:.3rem 0 .7rem}
.rows{list-style:none;margin:0 0 .6rem;padding:0;max-height:18rem;overflow:auto}
.rows li{display:flex;gap:.6rem;align-items:center;padding:.25rem 0;border-bottom:1px solid var(--line)}
.rows li>:first-child{flex:1;min-width:6rem;overflow-wrap:anywhere}
.rows .dim{flex:0 1 auto;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.85rem}
.meter{display:inline-block;height:.45rem;width:9rem;border-radius:1rem;background:var(--soft);overflow:hidden}
.meter i{display:block;height:100%;background:var(--good)}
details.card>summary{display:grid;grid-template-columns:1fr 9rem 4rem;gap:1rem;align-items:center;font-weight:600}
details.card>summary .count{text-align:right;font-weight:400}
.statements{list-style:none;margin:.6rem 0 0;padding:0}
.statements li{padding:.3rem 0;border-top:1px solid var(--line)}
.statements .assumed code{color:var(--warn)}
.statements .met,.statements .unmet{display:grid;grid-template-columns:3.5rem 1fr;gap:.75rem}
.statements .met .count{color:var(--good)}.statements .unmet .count{color:var(--bad)}
.statements p{margin:.1rem 0 0}
.note{position:fixed;right:1rem;bottom:1rem;max-width:32rem;padding:.7rem 1rem;border-radius:.5rem;background:var(--ink);color:var(--back);box-shadow:0 4px 20px #0004;white-space:pre-wrap;z-index:2}
.note.bad{background:var(--bad)}
@media(max-width:60rem){body{grid-template:auto auto 1fr/1fr;grid-template-areas:"head" "nav" "main"}nav{border-right:0;border-bottom:1px solid var(--line);padding:.4rem}nav ul{display:flex;flex-wrap:wrap;margin:0}nav .links{display:none}.split,.split.three{grid-template-columns:1fr}.detail{position:static;max-height:none}}
[hidden]{display:none!important}
`
