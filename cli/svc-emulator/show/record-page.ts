import { packageText } from '../../../emulator/scenario/files.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { ShownBundle, ShownStarter } from '../../../emulator/scenario/shown-bundle.ts'

const slot = /(<script type="application\/json" id="bundle">)[^<]*(<\/script>)/

/** The page of a run, or of the starter world, with its data: the policy of the page only allows its own script. */
export function filledPage(page: string, shown: ShownBundle | ShownStarter): string {
  if (!slot.test(page)) throw new Error('the page of a run has no slot for its data')
  // `<` is escaped, so that no text can end the element. A replacer function, because `$&` has a meaning in a
  // replacement text.
  const json = JSON.stringify(shown).replaceAll('<', '\\u003c')
  return page.replace(slot, (_whole, start: string, end: string) => `${start}${json}${end}`)
}

/** The built page of a run: the playground, whose data is replaced. */
export function recordPage(): string {
  const page = packageText('dist/play.html')
  if (page !== undefined) return page
  throw new ClientError('UNEXPECTED', 'the page of a run is not built: npm run build')
}
