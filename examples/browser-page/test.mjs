// Looks at every story in a real browser.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { preview } from 'vite'

const server = await preview({ preview: { port: 0, strictPort: false, host: '127.0.0.1' }, logLevel: 'error' })
const url = server.resolvedUrls.local[0]
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

try {
  const page = await browser.newPage()
  const open = async (story, ready) => {
    await page.goto(`${url}?story=${encodeURIComponent(story)}`)
    await page.locator(ready).first().waitFor()
    return (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ').trim()
  }

  assert.equal(
    await open('every state', 'li'),
    '4 draft ready 3 draft failed Reset 3 2 commit failed Reset 2 1 commit ready',
  )
  await page.getByRole('button', { name: 'Reset 3' }).click()
  await page.getByText('3 draft ready').waitFor()

  // The panel tells what the page asked.
  await page.getByRole('button', { name: 'svc-emulator inspector' }).click()
  const inspector = page.frameLocator('iframe[title="svc-emulator inspector"]')
  await inspector.getByText(/\d+ entries/).waitFor()

  assert.equal(await open('a reader', 'li'), '2 commit failed Reset 2 1 commit ready')
  await page.getByRole('button', { name: 'Reset 2' }).click()
  await page.getByText('2 commit failed').waitFor()

  assert.equal(await open('empty', 'main > p:not([role])'), 'No revisions yet')
  assert.equal(await open('not allowed', '[role=alert]'), 'You may not see this.')
  assert.equal(await open('broken', '[role=alert]'), 'The service has a problem.')
  assert.equal(await open('slow', '[role=status]'), 'Loading')
  await page.locator('li').first().waitFor()
  console.log('every story shows what it should')
} finally {
  await browser.close()
  await server.close()
}
