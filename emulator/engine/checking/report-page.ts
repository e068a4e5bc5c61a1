import { escapedMarkup } from './markup.ts'

/** A report as one page that needs nothing else, no fonts and no network: `title` is text, `body` markup. */
export function reportPage(
  title: string,
  body: string,
  { style = plainStyle, script }: { readonly style?: string; readonly script?: string } = {},
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${script === undefined ? '' : "; script-src 'unsafe-inline'"}">
<title>${escapedMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`
}

const plainStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
section { border-inline-start: 4px solid #c62828; margin: 1rem 0; padding: 0 1rem; }
pre { overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8888; padding: .25rem .5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`
