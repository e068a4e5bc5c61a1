import type { Emulator } from '../../host/emulator.ts'
import { openInspector } from './open-inspector.ts'
import type { PanelFrame } from './panel-frame.ts'
import { PanelHeight } from './panel-height.ts'
import { panelStyle } from './panel-style.ts'

/** A panel that is shown in a page. */
export interface Panel {
  /** Element that holds the button and the inspector. */
  readonly element: HTMLElement
  /** True while the inspector is visible, false while only the button is. */
  readonly isOpen: boolean
  open(): void
  close(): void
  /** Takes the panel out of the page. It cannot be opened again. */
  remove(): void
}

const NAME = 'svc-emulator inspector'

/** The elements of a panel. Styles of the page do not reach into its shadow tree, nor its own out of it. */
export class PanelView implements Panel {
  readonly element = document.createElement('svc-emulator-panel')
  readonly #section = document.createElement('section')
  readonly #toggle = addButton('svc-emulator', () => (this.isOpen ? this.close() : this.open()))
  readonly #body = document.createElement('div')
  readonly #fixed: boolean
  readonly #height: PanelHeight | undefined
  readonly #frame: PanelFrame = document.createElement('iframe')
  readonly #emulator: Emulator
  /** Frees what the opened inspector holds; undefined until it was opened. */
  #release: (() => void) | undefined

  /** `fixed`: at the lower edge of the window, above the page. */
  constructor(emulator: Emulator, parent: Element, fixed: boolean) {
    this.#emulator = emulator
    this.#section.className = fixed ? 'window' : 'element'
    this.#section.setAttribute('aria-label', NAME)
    this.#toggle.className = 'toggle'
    this.#toggle.setAttribute('aria-label', NAME)
    this.#toggle.setAttribute('aria-controls', 'body')
    this.#body.className = 'body'
    this.#body.id = 'body'
    this.#frame.title = NAME
    this.#body.append(this.#frame)
    const bar = document.createElement('div')
    bar.className = 'bar'
    bar.append(this.#toggle)
    this.#fixed = fixed
    this.#height = fixed ? new PanelHeight(this.#body, () => this.#padPage()) : undefined
    this.#section.append(...(this.#height === undefined ? [] : [this.#height.handle]), bar, this.#body)
    this.#section.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close()
    })
    this.#show(false)
    this.element.attachShadow({ mode: 'open' }).append(this.#section)
    adoptStyle(this.element.shadowRoot!)
    parent.append(this.element)
  }

  get isOpen(): boolean {
    return !this.#body.hidden
  }

  open(): void {
    if (!this.element.isConnected) return
    this.#show(true)
    this.#release ??= openInspector(this.#frame, this.#emulator, (reason) => this.#explain(reason))
  }

  close(): void {
    const hadFocus = this.element.shadowRoot?.activeElement !== null
    this.#show(false)
    if (hadFocus) this.#toggle.focus()
  }

  remove(): void {
    this.#show(false)
    this.element.remove()
    this.#release?.()
    this.#release = undefined
  }

  #show(open: boolean): void {
    this.#body.hidden = !open
    if (this.#height !== undefined) this.#height.handle.hidden = !open
    this.#section.classList.toggle('open', open)
    this.#padPage()
    this.#toggle.textContent = open ? 'Close' : 'svc-emulator'
    this.#toggle.setAttribute('aria-expanded', String(open))
  }

  /** Makes room below the page, whose end the open panel would cover. */
  #padPage(): void {
    if (!this.#fixed) return
    document.documentElement.style.paddingBottom = this.isOpen ? `${this.#body.offsetHeight}px` : ''
  }

  /** Shows the reason for which there is no inspector in its place. */
  #explain(reason: string): void {
    const text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.textContent = reason
    this.#body.replaceChildren(text)
  }
}

function addButton(text: string, pressed: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', pressed)
  return button
}

/** Adopts the style as a sheet: a policy of the page that allows no inline style does not concern it. */
function adoptStyle(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyle)
  root.adoptedStyleSheets = [sheet]
}
