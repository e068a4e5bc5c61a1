import type { Page } from 'playwright-core'

/** A picture of the docs. */
export interface Picture {
  /** `timeline` is `docs/pictures/timeline.webp`. */
  readonly name: string
  /** Page to show: a server with the run of `run.ts`, or the page of its bundle. */
  readonly of: 'server' | 'record'
  /** Where in the page. */
  readonly place: string
  /** Pixels; 600 if undefined. */
  readonly height?: number
  /** Brings the page to what is taken, and waits for it. */
  readonly until: (page: Page) => Promise<unknown>
}

export const pictures: readonly Picture[] = [
  {
    name: 'timeline',
    of: 'server',
    place: '#/timeline/3',
    until: async (page) => {
      await page.locator('.change').first().waitFor()
      await page.locator('.clause summary[title]').first().waitFor()
    },
  },
  {
    name: 'state',
    of: 'server',
    place: '#/state/orgs/acme?at=5&when=before',
    until: (page) => page.getByRole('heading', { name: 'acme' }).waitFor(),
  },
  {
    name: 'try',
    of: 'server',
    place: `#/try/http/${encodeURIComponent('POST /orgs')}?from=2`,
    until: async (page) => {
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('article.try input')?.value === 'Analytical Engines',
      )
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('.tried .clause summary[title]').first().waitFor()
      await page.locator('.tried').evaluate((tried) => tried.scrollIntoView())
    },
  },
  {
    name: 'scenario',
    of: 'server',
    place: '#/scenario',
    height: 385,
    until: async (page) => {
      await page.getByRole('button', { name: 'New trigger' }).click()
      const field = (name: string) => page.locator('.editor').getByLabel(name, { exact: true })
      await field('What it does').selectOption('drop')
      await field('endpoint').fill('GET /orgs/:org_id')
      await field('first').fill('')
      await page.getByText('More conditions').click()
      await field('caller').fill('ben')
      await field('name').fill('no-way-home')
      await page.getByRole('button', { name: 'Add trigger' }).click()
      await page.getByText('expected ben, got ada').waitFor()
    },
  },
  {
    name: 'record',
    of: 'record',
    place: '#/timeline/4',
    until: async (page) => {
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('article', { name: 'Entry 1' }).getByText('Answered 409').waitFor()
      await page.locator('.clause summary[title]').first().waitFor()
    },
  },
]

/** The folder of the pictures, which is part of the package. */
export const FOLDER = 'docs/pictures'
