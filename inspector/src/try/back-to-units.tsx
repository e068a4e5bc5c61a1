import { go, href } from '../route.ts'

/** Way back to the list, where the page has room for one column only. */
export function BackToUnits() {
  return (
    <div class="tools head-line">
      <button class="quiet" onClick={() => go(href('try'))}>
        ← All units
      </button>
    </div>
  )
}
