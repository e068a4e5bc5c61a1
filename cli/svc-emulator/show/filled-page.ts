import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'

const slot = /(<script type="application\/json" id="bundle">)\s*(<\/script>)/

/** The page of a run with its bundle in its slot. Data: the policy of the page allows its own script alone. */
export function filledPage(page: string, bundle: ShownBundle): string {
  if (!slot.test(page)) throw new Error('the page of a run has no slot for its bundle')
  // Nothing in it may end the element that it stands in. A function, because `$&` in a text that replaces has a meaning.
  const json = JSON.stringify(bundle).replaceAll('<', '\\u003c')
  return page.replace(slot, (_whole, start: string, end: string) => `${start}${json}${end}`)
}
