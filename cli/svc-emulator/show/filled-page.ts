import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'

const slot = /(<script type="application\/json" id="bundle">)\s*(<\/script>)/

/** The page of a run with its bundle as data: the policy of the page only allows its own script. */
export function filledPage(page: string, bundle: ShownBundle): string {
  if (!slot.test(page)) throw new Error('the page of a run has no slot for its bundle')
  // `<` is escaped, so that no text can end the element. A replacer function, because `$&` has a meaning in a
  // replacement text.
  const json = JSON.stringify(bundle).replaceAll('<', '\\u003c')
  return page.replace(slot, (_whole, start: string, end: string) => `${start}${json}${end}`)
}
