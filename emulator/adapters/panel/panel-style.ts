/**
 * Style of the button and of the frame around the inspector. The rules for `:host` are important, which lets them win
 * over rules of the page for any element.
 */
export const panelStyle = `
:host {
  all: initial !important;
  display: contents !important;
}
* {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
section {
  --ink: #1c2024;
  --line: #767e85;
  --card: #fff;
  --chosen: #dfeafd;
  --focus: #1d56b3;
  color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif;
  display: flex;
  flex-direction: column;
}
@media (prefers-color-scheme: dark) {
  section {
    --ink: #e6e8ea;
    --line: #868f96;
    --card: #181c1f;
    --chosen: #1d3152;
    --focus: #8cb8ff;
  }
}
section.window {
  position: fixed;
  z-index: 2147483647;
  right: 0;
  bottom: 0;
  max-width: 100%;
}
section.window.open {
  left: 0;
}
.bar {
  display: flex;
  gap: 0.5rem;
  justify-content: flex-end;
  padding: 0.4rem 0.75rem;
}
section:not(.open) .toggle::after {
  content: ' ▴' / '';
}
/* Over the header of the inspector, which leaves room for it. */
.open .bar {
  position: absolute;
  right: 0;
  top: 0.7rem;
}
@media (max-width: 40rem) {
  .open .bar {
    top: 0.4rem;
  }
}
.handle {
  height: 0.5rem;
  background: var(--card);
  border-top: 1px solid var(--line);
  cursor: ns-resize;
  touch-action: none;
}
.handle:focus-visible {
  outline: 3px solid var(--focus);
}
button {
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  padding: 0.15rem 0.9rem;
  cursor: pointer;
}
button:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 1px;
}
.body {
  background: var(--card);
  height: min(36rem, 60vh);
}
.element .body {
  border: 1px solid var(--line);
}
iframe {
  display: block;
  border: 0;
  width: 100%;
  height: 100%;
}
p {
  margin: 0;
  padding: 1rem;
}
`
