import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { recordPage, filledPage } from '../../cli/svc-emulator/show/record-page.ts'
import { bundleOfRun } from '../../emulator/scenario/run-bundle.ts'
import { shownBundle } from '../../emulator/scenario/shown-bundle.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { pictures, type Picture } from './pictures.ts'
import { runForPictures } from './run.ts'

/** Takes every picture of the docs into a folder. Needs a build, and Debian's Chromium. */
export async function takePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    for (const picture of pictures) await take(browser, picture, join(folder, `${picture.name}.webp`))
  } finally {
    await browser.close()
  }
}

/** Each has a run of its own: one that is tried leaves an entry. */
async function take(browser: Browser, { of, place, height = 600, until }: Picture, file: string): Promise<void> {
  const server = await startServer({ trace: true })
  const folder = await mkdtemp(join(tmpdir(), 'svc-pictures-'))
  try {
    await runForPictures(server.emulator)
    const page = await browser.newPage({
      viewport: { width: 1100, height },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await page.goto(`${of === 'server' ? `${server.controlUrl}/` : await keepRecord(server, folder)}${place}`)
    await until(page)
    // Messages of the page go by themselves; they are about how the picture was made.
    await page.locator('.message').first().waitFor({ state: 'detached' })
    await writeFile(file, await asWebp(browser, await page.screenshot()))
    await page.close()
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
}

/** A third of the bytes; the browser can write it, and no package is needed. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.35)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function keepRecord({ emulator }: RunningServer, folder: string): Promise<string> {
  const bundle = bundleOfRun(emulator, {
    name: 'a-failed-test',
    about: 'A failed test',
    problems: ['expected 200, got 409'],
  })
  const file = join(folder, 'run.html')
  await writeFile(file, filledPage(recordPage(), shownBundle(bundle)))
  return pathToFileURL(file).href
}
