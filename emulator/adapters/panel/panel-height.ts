/** Height of an open panel: it is dragged by its upper edge, kept for the next page, and room is made for it below the page. */
const KEPT = 'svc-emulator-panel-height'

/** Part of the window that a new panel takes. */
const FIRST_SHARE = 0.4
/** Least height of a panel, and of the page above it, in pixels. */
const LEAST = 120
/** Pixels by which a key moves the edge. */
const STEP = 40

export class PanelHeight {
  readonly handle = document.createElement('div')
  readonly #body: HTMLElement
  readonly #changed: () => void

  /** `changed` is called with each new height. */
  constructor(body: HTMLElement, changed: () => void) {
    this.#body = body
    this.#changed = changed
    const { handle } = this
    handle.className = 'handle'
    handle.tabIndex = 0
    handle.setAttribute('role', 'separator')
    handle.setAttribute('aria-orientation', 'horizontal')
    handle.setAttribute('aria-label', 'Height of the inspector')
    handle.addEventListener('pointerdown', (event) => this.#drag(event))
    handle.addEventListener('keydown', ({ key }) => {
      const by = { ArrowUp: STEP, ArrowDown: -STEP }[key]
      if (by !== undefined) this.#set(this.#body.offsetHeight + by)
    })
    this.#set(readKept() ?? innerHeight * FIRST_SHARE, false)
  }

  #drag({ pointerId, clientY }: PointerEvent): void {
    const { handle } = this
    const bottom = clientY + this.#body.offsetHeight
    const moved = (event: PointerEvent) => this.#set(bottom - event.clientY)
    // The frame below would take the pointer otherwise.
    handle.setPointerCapture(pointerId)
    handle.addEventListener('pointermove', moved)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', moved), {
      once: true,
    })
  }

  #set(pixels: number, keeps = true): void {
    const height = Math.round(Math.max(LEAST, Math.min(pixels, innerHeight - LEAST)))
    this.#body.style.height = `${height}px`
    this.handle.setAttribute('aria-valuenow', String(height))
    if (keeps) keep(height)
    this.#changed()
  }
}

function readKept(): number | undefined {
  try {
    return Number(localStorage.getItem(KEPT)) || undefined
  } catch {
    // The browser denies storage to this page.
    return undefined
  }
}

function keep(height: number): void {
  try {
    localStorage.setItem(KEPT, String(height))
  } catch {
    // As above.
  }
}
