import { Store } from './store.ts'

/** A message that goes by itself. */
export interface Toast {
  readonly key: number
  readonly text: string
  readonly bad: boolean
  readonly action?: ToastAction | undefined
}

/** Something that a message offers to do: to undo, to show. */
export interface ToastAction {
  readonly label: string
  readonly run: () => unknown
}

const SHOWN_MS = { good: 4_000, bad: 10_000, action: 20_000 }

/** Messages of the page. They stay while the reader is at them. */
export class Toasts extends Store {
  shown: readonly Toast[] = []
  /** The pointer or the focus is on a message. */
  held = false
  #count = 0

  /** Shows a message; one that offers an action longer. A repeated message replaces the earlier one. */
  say(text: string, action?: ToastAction): void {
    this.#show({ text, bad: false, action }, action === undefined ? SHOWN_MS.good : SHOWN_MS.action)
  }

  /** Shows what went wrong. */
  complain(text: string): void {
    this.#show({ text, bad: true }, SHOWN_MS.bad)
  }

  dismiss(toast: Toast): void {
    this.shown = this.shown.filter((each) => each !== toast)
    // A button that is removed with its message tells no loss of the focus.
    this.held = false
    this.changed()
  }

  #show(toast: Omit<Toast, 'key'>, milliseconds: number): void {
    const shown = { key: ++this.#count, ...toast }
    this.shown = [...this.shown.filter(({ text }) => text !== toast.text), shown]
    const expire = () => {
      if (this.held) setTimeout(expire, SHOWN_MS.good)
      else this.dismiss(shown)
    }
    setTimeout(expire, milliseconds)
    this.changed()
  }
}
