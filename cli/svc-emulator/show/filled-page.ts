import type { PageBundle } from './page-bundle.ts'

const slot = /(<script type="application\/json" id="bundle">)\s*(<\/script>)/

/** The page of the inspector with a bundle in its slot. Data: the policy of the page allows its own script alone. */
export function filledPage(page: string, bundle: PageBundle): string {
  if (!slot.test(page)) throw new Error('the page of the inspector has no slot for a bundle')
  // Nothing in it may end the element that it stands in. A function, because `$&` in a text that replaces has a meaning.
  const json = JSON.stringify(bundle).replaceAll('<', '\\u003c')
  return page.replace(slot, (_whole, start: string, end: string) => `${start}${json}${end}`)
}
