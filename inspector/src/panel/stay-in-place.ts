import { go } from '../route.ts'

/**
 * Lets links of the panel replace its address. Each step in the history of a frame would be one of the page around it,
 * whose button for going back would then move the panel.
 */
export function stayInPlace(): void {
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    const place = link?.getAttribute('href')
    if (place?.startsWith('#') !== true) return
    event.preventDefault()
    go(place)
  })
}
