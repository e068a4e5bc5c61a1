import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordPage, filledPage } from '../../cli/svc-emulator/show/record-page.ts'
import { parseYaml } from '../../emulator/engine/checking/yaml-text.ts'
import { createEmulator } from '../../emulator/index.ts'
import { createBundle } from '../../emulator/scenario/bundle.ts'
import { loadScenario, replay, type Scenario } from '../../emulator/scenario/index.ts'
import { bundleOfRun } from '../../emulator/scenario/run-bundle.ts'
import { shownBundle } from '../../emulator/scenario/shown-bundle.ts'
import { launchChromium, watchPage } from '../../tests/helpers/chromium.ts'
import { until } from '../../tests/helpers/until.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
let browser: Browser
let folder: string
let page: Page
/** Errors of the page, and its network requests. */
let wrong: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-record-'))
  browser = await launchChromium()
  const emulator = createEmulator({ trace: true })
  for (const name of ['one', 'two', 'three'])
    await emulator.fetch('/v1/orgs', { method: 'POST', headers, body: JSON.stringify({ name, alias: name }) })
  const bundle = bundleOfRun(emulator, { name: 'my-test', about: 'My test', problems: ['expected 4 to be 3'] })
  await writeFile(join(folder, 'run.html'), filledPage(recordPage(), shownBundle(bundle)))
  const scenario = await loadScenario({
    scenario: 1,
    name: 'who-deleted-ben',
    about: 'Who deleted Ben?',
    steps: [
      { http: 'GET /users/ben', as: 'svc-key-ada-admin', expect: { status: 200 } },
      { change: { delete: { users: 'ben' } } },
      { http: 'GET /users/ben', as: 'svc-key-ada-admin', expect: { status: 200 } },
    ],
  })
  const replayed = createEmulator({ scenario, trace: true })
  const failed = createBundle(scenario, await replay(scenario, replayed), replayed)
  await writeFile(join(folder, 'replay.html'), filledPage(recordPage(), shownBundle(failed)))
  const renames = await loadScenario({
    scenario: 1,
    name: 'renames-ben',
    about: 'Ada renames Ben.',
    as: 'svc-key-ada-admin',
    steps: [
      { http: 'GET /users/ben', expect: { status: 200 } },
      { http: 'PATCH /users/ben', body: { name: 'Benjamin' }, expect: { status: 200 } },
    ],
  })
  const renaming = createEmulator({ scenario: renames, trace: true })
  const refused = createBundle(renames, await replay(renames, renaming), renaming)
  await writeFile(join(folder, 'refused.html'), filledPage(recordPage(), shownBundle(refused)))
  // Each step needs the one before it, so that none can be left out.
  const names = Array.from({ length: 200 }, (_, n) => `v${(n * 7919 ** 2).toString(36)}`)
  const long = await loadScenario({
    scenario: 1,
    name: 'long',
    about: 'A chain of users.',
    as: 'svc-key-ada-admin',
    triggers: [{ when: { command: '*' }, do: { drop: true }, optional: true }],
    steps: names.map((name, n) => ({
      http: n === 0 ? 'GET /users/me' : `GET /users/\${${names[n - 1]}}`,
      ...(n === names.length - 1 ? { expect: { status: 404 } } : { save: { [name]: 'body.user.id' } }),
    })),
  })
  const longest = createEmulator({ scenario: long })
  const kept = createBundle(long, await replay(long, longest), longest)
  await writeFile(join(folder, 'long.html'), filledPage(recordPage(), shownBundle(kept)))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  wrong = watchPage(page, (url) => url.startsWith('file:'))
  await page.goto(pathToFileURL(join(folder, 'run.html')).href)
  await page.getByText('3 entries').waitFor()
})
afterEach(() => page.context().close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
const titles = () => page.getByLabel('What is shown').locator('option').allInnerTexts()

it('shows what happened, why it was kept, and the state at an entry', async () => {
  await page.getByRole('region', { name: 'Why this run was kept' }).getByText('expected 4 to be 3').waitFor()
  await page.locator('.line').nth(1).click()
  await page.locator('.change').getByText('orgs two').waitFor()
  await page.getByText('At this point…').click()
  await link('State before').click()
  await page.getByText('The world as it was before').waitFor()
  await link(/^orgs \d/).click()
  await page.getByText('4 records').waitFor()
  await link('Scenario').click()
  await page.getByText('expected 4 to be 3').waitFor()
  await link('Coverage').click()
  await page
    .locator('.lead')
    .getByText(/of the specification/)
    .waitFor()
  expect(wrong).toEqual([])
})

it('opens on the last request of a test that failed, with the reason', async () => {
  expect(page.url()).toMatch(/#\/timeline\/3$/)
  await page.getByRole('article', { name: 'Entry 3' }).getByText('expected 4 to be 3').waitFor()
  expect(wrong).toEqual([])
})

it('opens on the step that failed, with the steps beside the entries: who deleted the record is one look away', async () => {
  await page.goto(pathToFileURL(join(folder, 'replay.html')).href)
  const entry = page.getByRole('article', { name: 'Entry 3' })
  await entry.getByText('Step 3, GET /users/ben (failed)').waitFor()
  await entry.getByText('expected 200, got 404').waitFor()
  expect(await page.locator('.line .mark').allInnerTexts()).toEqual(['step 1', 'step 2', 'step 3'])
  await page.locator('.line').getByText('step 2 of who-deleted-ben: delete users ben').click()
  await page.locator('.change').getByText('users ben').waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await button('Close').click()
  const why = page.getByRole('region', { name: 'Why this run was kept' })
  await why.getByText('Steps (3)').click()
  await why.getByRole('link', { name: '/users/ben' }).last().click()
  await entry.waitFor()
  expect(wrong).toEqual([])
})

it('shrinks a scenario that failed to the least that fails, which a link plays', async () => {
  await page.goto(pathToFileURL(join(folder, 'replay.html')).href)
  await page.getByRole('article', { name: 'Entry 3' }).getByRole('button', { name: 'Shrink' }).click()
  const card = page.getByRole('region', { name: 'Smallest world in which it fails' })
  await card.getByText(/^438 records to 3, 3 steps to 2 \(\d+ runs/).waitFor()
  await card.getByText('Still fails: GET /users/ben; status: expected 200, got 404', { exact: true }).waitFor()
  expect(await button('Shrink').count()).toBe(0)
  const text = await card.getByRole('region', { name: 'The smallest scenario' }).innerText()
  const least = parseYaml(text) as Scenario
  expect(least.steps?.map((step) => Object.keys(step)[0])).toEqual(['change', 'http'])
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Save as file' }).click()
  expect((await saved).suggestedFilename()).toBe('repro.yaml')
  await card.getByRole('button', { name: 'Copy as scenario' }).click()
  await until(async () => expect((await clipboard()).trim()).toBe(text.trim()))
  await card.getByRole('button', { name: 'Copy link' }).click()
  await until(async () => expect(await clipboard()).toMatch(/^play\.html#run=/))
  const address = await clipboard()
  expect(wrong).toEqual([])

  await page.goto(pathToFileURL(resolve('dist')).href + `/${address}`)
  await page.getByRole('article', { name: 'Entry 2' }).getByText('user_not_found').first().waitFor()
  await page.getByText('Step 2, GET /users/ben (failed)').waitFor()
  await link('Scenario').click()
  await button('Shrink').click()
  await page.getByText('Nothing can be left out').waitFor()
  expect(await page.getByRole('region', { name: 'The smallest scenario' }).count()).toBe(0)
  expect(wrong).toEqual([])
})

it('explains a step that failed by the sentence that it expects the opposite of', async () => {
  await page.goto(pathToFileURL(join(folder, 'refused.html')).href)
  const entry = page.getByRole('article', { name: 'Entry 2' })
  await entry.getByRole('button', { name: 'Why?' }).click()
  await entry.getByText('(users.update.others-refused). Request 2 of 2 met it.').waitFor()
  expect(await entry.getByRole('button', { name: 'Why?' }).count()).toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(wrong).toEqual([])
})

it('hands on the run of a test as a scenario and a link, and names the command that shrinks it', async () => {
  await link('Scenario').click()
  await page.getByText('npx svc-emulator shrink -o repro.yaml -- <command of the test>').waitFor()
  const saved = page.waitForEvent('download')
  await button('As .http').click()
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    /^@host = http:\/\/127\.0\.0\.1:4010\n@key_of_ada = put-it-here\n[\s\S]*### 3: 200\nPOST \{\{host\}\}\/v1\/orgs\n/,
  )
  expect(await button('Shrink').count()).toBe(0)
  await button('Copy link').click()
  await until(async () => expect(await clipboard()).toMatch(/^play\.html#run=/))
  await page.goto(pathToFileURL(resolve('dist')).href + `/${await clipboard()}`)
  await page.getByText('my-test: all steps pass').waitFor()
  await page.getByText('3 entries').waitFor()
  expect(wrong).toEqual([])
})

it('stops at the smallest so far, and says why a long run has no link', async () => {
  await page.goto(pathToFileURL(join(folder, 'long.html')).href)
  await link('Scenario').click()
  await button('Copy link').click()
  await page.getByText(/^The link would have .* characters, more than 2,000: save the run as a scenario/).waitFor()
  await button('Shrink').click()
  await page.getByText(/ after \d\d+ runs$/).waitFor()
  await button('Stop').click()
  const card = page.getByRole('region', { name: 'Smallest world in which it fails' })
  await card.getByText('stopped early, so less may do').waitFor()
  await card.getByRole('button', { name: 'Save as file' }).waitFor()
  await card.getByText(/^The link would have .* save the run as a scenario instead/).waitFor()
  expect(await card.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  await button('Shrink').waitFor()
  expect(wrong).toEqual([])
})

it('does a step again, in a world that begins before it', async () => {
  await page.locator('.line').nth(1).click()
  await button('Send again').click()
  await page.getByRole('article', { name: 'Entry 1' }).getByText('Answered 200').waitFor()
  await page.getByText('1 entry').waitFor()
  expect(await titles()).toEqual(['record of a run', 'world 1: from before entry 2'])
  await link('State').click()
  await link(/^orgs \d/).click()
  await page.getByText('5 records').waitFor()
  await page.getByLabel('What is shown').selectOption('record of a run')
  await page.getByText('3 entries').waitFor()
  expect(wrong).toEqual([])
})

it('edits a step and tries it, over and over', async () => {
  await page.locator('.line').nth(1).click()
  await button('Edit and try').click()
  await until(async () => expect(await page.getByLabel('alias').inputValue()).toBe('two'))
  await page.getByLabel('alias').fill('one')
  await button('Send').click()
  await page.getByText('Answered 409 alias_taken').waitFor()
  await page.getByLabel('alias').fill('another')
  await button('Send').click()
  await page.getByText('Answered 200').waitFor()
  await page.getByRole('link', { name: 'entry 2' }).click()
  await page.locator('.change').getByText('orgs another').waitFor()
  await page.getByText('At this point…').click()
  await button('Go back to before').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByText('another: the world has gone back').waitFor()
  expect(wrong).toEqual([])
})

it('begins a world at the end, with sockets, time, triggers and records of its own', async () => {
  await link('Try').click()
  await button('Begin a world at the end of the run').click()
  await link(/workflow\.list_sessions/).click()
  await page.getByLabel('org_id').fill('acme')
  await until(async () => expect(await page.getByLabel('As', { exact: true }).inputValue()).toBe('svc-key-ada-admin'))
  await button('Call').click()
  await page.getByText('Answered success').waitFor()
  await button('+1h').click()
  await until(async () => expect(await page.locator('.now').innerText()).toMatch(/^2026-01-01 01:00:00/))
  await link('Worlds').click()
  await button('New from now').click()
  await button('Show w1').click()
  await until(async () => expect(await titles()).toContain('world 1: w1 beside it'))
  await page.getByText('Nothing has come in yet').waitFor()
  expect(wrong).toEqual([])
})

it.each([1280, 390])('keeps nobody out, %i wide', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  const file = page.url().split('#', 1)[0]!
  for (const place of [
    '#/timeline',
    '#/timeline/2',
    '#/state/orgs?at=2&when=before',
    '#/try',
    '#/scenario',
    '#/coverage?q=users',
    '#/worlds',
  ]) {
    await page.goto(file + place)
    await page.locator('main :is(h2, h3, .lead, [role=option], form, .main)').first().waitFor()
    if (place === '#/timeline/2') await page.locator('.change').first().waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${place}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(
      await page.evaluate(() =>
        [document.documentElement, document.querySelector('main')!].every(
          ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
        ),
      ),
      place,
    ).toBe(true)
  }
})
