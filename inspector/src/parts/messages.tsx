import type { Session } from '../session.ts'
import { useStore } from '../store.ts'
import type { Toast } from '../toasts.ts'

/** Short-lived messages of the page, announced by screen readers. */
export function Messages({ session }: { session: Session }) {
  const toasts = useStore(session.toasts)
  const hold = (held: boolean) => () => {
    toasts.held = held
  }
  const dismiss = (toast: Toast) => (event: MouseEvent) => {
    toasts.dismiss(toast)
    // A press of a key has no count of clicks.
    if (event.detail === 0) moveFocus(event.currentTarget as HTMLElement)
  }
  const act = (toast: Toast) => (event: MouseEvent) => {
    dismiss(toast)(event)
    toast.action!.run()
  }
  return (
    <div
      class="messages"
      role="status"
      aria-live="polite"
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocusIn={hold(true)}
      onFocusOut={hold(false)}
    >
      {toasts.shown.map((toast) => (
        <div key={toast.key} class={toast.bad ? 'message bad' : 'message'}>
          <span>{toast.text}</span>
          {toast.action === undefined ? null : (
            <button class="message-action" onClick={act(toast)}>
              {toast.action.label}
            </button>
          )}
          <button class="quiet" aria-label="Dismiss" onClick={dismiss(toast)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}

/** Moves the focus from a button that goes with its message to that of another message, or to the view. */
function moveFocus(button: HTMLElement): void {
  const message = button.closest('.message')!
  const other = message.nextElementSibling ?? message.previousElementSibling
  const next = other?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('#main')
  next?.focus({ preventScroll: true })
}
