import type { Session } from '../session.ts'
import { useStore } from '../store.ts'
import type { Toast } from '../toasts.ts'

/** Short-lived messages of the page, announced by screen readers. */
export function Messages({ session }: { session: Session }) {
  const toasts = useStore(session.toasts)
  const hold = (held: boolean) => () => {
    toasts.held = held
  }
  const act = (toast: Toast) => () => {
    toasts.dismiss(toast)
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
          <button class="quiet" aria-label="Dismiss" onClick={() => toasts.dismiss(toast)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
