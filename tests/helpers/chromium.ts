import { chromium, type Browser, type Page } from 'playwright-core'

/** Starts Debian's Chromium, which asks nobody for anything by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
}

/** Collects errors of a page, and its requests to addresses that are not its own. */
export function watchPage(page: Page, isOwn: (url: string) => boolean): string[] {
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    if (!isOwn(request.url()) && !/^(?:data|blob):/.test(request.url())) wrong.push(`asked for ${request.url()}`)
  })
  return wrong
}
