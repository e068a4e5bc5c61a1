import { sha256 } from '@noble/hashes/sha2.js'
import { core } from './core.ts'
import { coveragePage } from './coverage-page.ts'
import { journalPage } from './journal-page.ts'
import { statePage } from './state-page.ts'
import { style } from './style.ts'
import { timePage } from './time-page.ts'
import { triggersPage } from './triggers-page.ts'
import type { Part } from './types.ts'

const parts: readonly Part[] = [journalPage, statePage, triggersPage, coveragePage, timePage]

// Some compilers mark functions with their names by a helper of this name.
const script = `const __name=(f)=>f;const inspector=(${core.toString()})();${parts.map((part) => `(${part.toString()})(inspector);`).join('')}inspector.refresh();setInterval(()=>{if(!document.hidden)inspector.refresh()},5000)`

/** The inspector: one page that needs nothing but the control API it came from. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc-emulator</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6' fill='none' stroke='%232563c9' stroke-width='3'/%3E%3C/svg%3E">
<style>${style}</style>
</head>
<body>
<header>
<h1>svc-emulator</h1><span id="version" class="dim"></span>
<span id="world"></span>
<span id="scenario"></span><span id="seed" class="dim"></span>
<span class="push"></span>
<span id="now" title="World time"></span><span id="time"></span>
<button id="reset" title="Records, ids, clock, triggers and journal as at the start">Reset</button>
</header>
<nav>
<ul></ul>
<div class="links">
<a href="openapi.json">OpenAPI</a><a href="openrpc.json">OpenRPC</a><a href="control.openapi.json">Control API</a><a href="scenario.schema.json">Scenario schema</a>
</div>
</nav>
<main></main>
<script>${script}</script>
</body>
</html>
`

const digest = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(script))))

/** The page runs its own script and no other, is shown in no frame, and speaks to nobody else. */
export const pageHeaders: readonly string[] = [
  'content-type', 'text/html; charset=utf-8',
  'content-security-policy', `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-frame-options', 'DENY',
  'x-content-type-options', 'nosniff',
  'referrer-policy', 'no-referrer',
  'cache-control', 'no-store',
]
