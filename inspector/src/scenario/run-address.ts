import { MAX_LINK, writeRunLink } from '../../../emulator/scenario/run-link.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'

/**
 * The address that plays a scenario in the playground. Rejects for one that would be too long.
 *
 * @param page address of the playground, where this page is one
 */
export async function writeRunAddress(scenario: Scenario, page = 'play.html'): Promise<string> {
  const link = await writeRunLink(scenario)
  if (link.length <= MAX_LINK) return `${page.replace(/#.*$/, '')}${link}`
  throw new Error(
    `The link would have ${link.length.toLocaleString('en')} characters, more than ${MAX_LINK.toLocaleString('en')}: save the run as a scenario instead.`,
  )
}

/** Address of this page if it is a playground; undefined for the page of a server, of a panel or of a bundle. */
export function findPlayground(): string | undefined {
  const data = document.querySelector('#bundle')?.textContent
  return data?.includes('svc_emulator_starter') === true ? location.href : undefined
}
