import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const HEIGHT = 844

/** Schemes in the order in which a width is looked at. Nothing but colours depends on them: of the second only contrast is searched. */
const schemes = [
  ['light', 'dark'],
  ['dark', 'light'],
] as const

/**
 * Finds what keeps people out of a page as it stands, and parts out of sight, in both schemes at each width. Leaves the page light, at the
 * first width.
 */
export async function findBarriers(page: Page, { widths = [1280, 390], within = 'html' } = {}): Promise<string[]> {
  const found: string[] = []
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT })
    const [first, second] = schemes[index % 2]!
    await page.emulateMedia({ colorScheme: first })
    found.push(...(await search(new AxeBuilder({ page }), within, `${width} ${first}`)))
    if (!(await fits(page))) found.push(`${width}: scrolls sideways`)
    await page.emulateMedia({ colorScheme: second })
    const contrast = new AxeBuilder({ page }).withRules('color-contrast')
    found.push(...(await search(contrast, within, `${width} ${second}`)))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: widths[0]!, height: HEIGHT })
  return found
}

async function search(axe: AxeBuilder, within: string, look: string): Promise<string[]> {
  const { violations } = await axe.include(within).analyze()
  return violations.map(({ id, nodes }) => `${look}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
}

function fits(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].every(
      ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
    ),
  )
}
